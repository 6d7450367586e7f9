import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { loadRedaction } from '../guard/load-redaction.ts'
import type { InstructionFile, Redaction } from '../guard/redaction.ts'
import { MEMORY_PATH } from '../memory/memory.ts'
import { INSTRUCTIONS_PATH } from '../memory/workspace-text.ts'
import { findLost } from './find-lost.ts'
import type { LoadedState } from '../chat/load-state.ts'
import { type LostSource, readLost } from './lost-source.ts'

/**
 * What a chat was given up to a point and its state does not tell. A state that was put together from messages knows
 * nothing of it, and neither do those that follow: so each later turn says it again.
 */
export async function lostSources(
  context: AppContext,
  { point: { turn }, rebuilt }: Pick<LoadedState, 'point' | 'rebuilt'>,
  redaction?: Redaction,
): Promise<readonly LostSource[]> {
  if (!turn) return []
  const { workspaceId, conversationId: chatId, id } = turn
  const { instructions = [], guarded } =
    redaction ?? (await loadRedaction(context, { workspaceId, chatId }, id))
  // An answer of a model on this machine drew on them as they were, and they may have been marked since.
  const unsent = guarded
    ? []
    : [INSTRUCTIONS_PATH, MEMORY_PATH].map((path) => ({ path, mark: 'open' }) as const)
  const all = [
    ...readLost(turn.options),
    ...(rebuilt ? await findLost(context, turn) : []),
    ...instructionSources([...instructions, ...unsent]),
  ]
  return [...new Map(all.map((source) => [JSON.stringify(source), source])).values()]
}

/** The same for callers that send nothing: without the key, the instructions are unknown. */
export async function lostSourcesAsKnown(
  context: AppContext,
  loaded: Pick<LoadedState, 'point' | 'rebuilt'>,
): Promise<readonly LostSource[]> {
  try {
    return await lostSources(context, loaded)
  } catch (error) {
    context.report(`The instructions of earlier turns cannot be read: ${toAppError(error).message}`)
    return [
      ...readLost(loaded.point.turn?.options),
      { kind: 'unknown', name: 'the instructions of earlier turns' },
    ]
  }
}

export function instructionSources(files: readonly InstructionFile[]): readonly LostSource[] {
  return files.map(({ path, mark }) => ({ kind: 'instructions', path, mark }))
}
