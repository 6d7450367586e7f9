import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { SeenFiles } from '../chat/observe-files.ts'
import { allowed } from '../chat/clear-lost.ts'
import { sourcesFrom, type Told } from './chat-sources.ts'
import { marksOf, whyUnknown } from './marks-of.ts'

/**
 * Fails where a chat has drawn on a file that may not leave this machine. Forgetting it does not help: the
 * answers that were given from it are part of what a cloud model would be sent.
 */
export async function refuseLocalOnly(
  context: AppContext,
  workspaceId: string,
  told: Told,
  seen: SeenFiles = new Map(),
): Promise<void> {
  const names = await localOnlyKeys(context, workspaceId, told, seen)
  if (names.length === 0) return
  const problem = await whyUnknown(context, workspaceId)
  // Content refused only because its marks are unknown can be allowed or forgotten by the user.
  const marked = await localOnlyKeys(context, workspaceId, { ...told, lost: allowed(told.lost) }, seen)
  if (problem === undefined && marked.length === 0)
    throw new AppError(
      'unrecorded',
      `This chat drew on sources that are no longer recorded, so Varve can't tell whether they may leave this machine: ${names.join(', ')}. Nothing has been sent. Allow them, forget the answers that drew on them, or use a local model.`,
    )
  const shown = problem === undefined ? marked : names
  throw new AppError('local-only', `${whyRefused(shown, problem)} Nothing has been sent.`)
}

function whyRefused(names: readonly string[], problem: string | undefined): string {
  const files = names.join(', ')
  return problem === undefined
    ? `This chat has drawn on files that stay on this machine: ${files}. Use a local model, or start another chat.`
    : `This chat has drawn on files that may have to stay on this machine: ${files}. The workspace's privacy rules can't be read: ${problem} Bring it back or fix it, or use a local model.`
}

/** Keys of all that a chat was ever given and that its workspace keeps on this machine, each once. */
export async function localOnlyKeys(
  context: AppContext,
  workspaceId: string,
  told: Told,
  seen?: SeenFiles,
): Promise<readonly string[]> {
  return [...(await marksOf(context, workspaceId, sourcesFrom(told), seen)).keys()]
}
