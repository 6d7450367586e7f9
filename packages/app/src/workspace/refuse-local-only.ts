import type { State } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { drawnFrom, marksOf, whyUnknown } from './marks-of.ts'

/**
 * Fails where a chat has drawn on a file that may not leave this machine. Forgetting it does not help: the
 * answers that were given from it are part of what a model elsewhere would be sent.
 */
export async function refuseLocalOnly(context: AppContext, workspaceId: string, state: State): Promise<void> {
  const names = await localOnlyKeys(context, workspaceId, state)
  if (names.length === 0) return
  const files = names.join(', ')
  const problem = await whyUnknown(context, workspaceId)
  throw new AppError(
    'local-only',
    problem === undefined
      ? `This chat has drawn on files that stay on this machine: ${files}. Ask a model on this machine, or begin another chat. Nothing has been sent.`
      : `This chat has drawn on files that may have to stay on this machine: ${files}. What the workspace says of them cannot be read: ${problem} Bring it back or mend it, or ask a model on this machine. Nothing has been sent.`,
  )
}

/** Keys of all that a chat was ever given and that its workspace keeps on this machine, each once. */
export async function localOnlyKeys(
  context: AppContext,
  workspaceId: string,
  state: State,
): Promise<readonly string[]> {
  return [...(await marksOf(context, workspaceId, drawnFrom(state))).keys()]
}
