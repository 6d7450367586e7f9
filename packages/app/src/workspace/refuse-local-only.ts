import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { drawnFrom, type Told } from './drawn.ts'
import { marksOf, whyUnknown } from './marks-of.ts'

/**
 * Fails where a chat has drawn on a file that may not leave this machine. Forgetting it does not help: the
 * answers that were given from it are part of what a model elsewhere would be sent.
 */
export async function refuseLocalOnly(context: AppContext, workspaceId: string, told: Told): Promise<void> {
  const names = await localOnlyKeys(context, workspaceId, told)
  if (names.length === 0) return
  const problem = await whyUnknown(context, workspaceId)
  throw new AppError('local-only', `${whyRefused(names, told, problem)} Nothing has been sent.`)
}

function whyRefused(names: readonly string[], { lost }: Told, problem: string | undefined): string {
  const files = names.join(', ')
  if (problem !== undefined)
    return `This chat has drawn on files that may have to stay on this machine: ${files}. What the workspace says of them cannot be read: ${problem} Bring it back or mend it, or ask a model on this machine.`
  const what =
    lost.length === 0
      ? 'This chat has drawn on files that stay on this machine'
      : 'Some of what this chat was given is no longer recorded, and stays on this machine or may have to'
  return `${what}: ${files}. Ask a model on this machine, or begin another chat.`
}

/** Keys of all that a chat was ever given and that its workspace keeps on this machine, each once. */
export async function localOnlyKeys(
  context: AppContext,
  workspaceId: string,
  told: Told,
): Promise<readonly string[]> {
  return [...(await marksOf(context, workspaceId, drawnFrom(told))).keys()]
}
