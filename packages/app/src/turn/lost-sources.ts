import type { AppContext } from '../app-context.ts'
import { findLost } from './find-lost.ts'
import type { LoadedState } from './load-state.ts'
import { type LostSource, readLost } from './lost-source.ts'

/**
 * What a chat was given up to a point and its state does not tell. A state that was put together from messages knows
 * nothing of it, and neither do those that follow: so each later turn says it again.
 */
export async function lostSources(
  context: AppContext,
  { point: { turn }, rebuilt }: Pick<LoadedState, 'point' | 'rebuilt'>,
): Promise<readonly LostSource[]> {
  if (!turn) return []
  const said = readLost(turn.options)
  if (!rebuilt) return said
  const all = [...said, ...(await findLost(context, turn))]
  return [...new Map(all.map((source) => [JSON.stringify(source), source])).values()]
}
