import type { TurnView } from '@varve/server/types'

/**
 * The turns on show with those before them that were loaded, as far as they belong to the same branch: a turn has
 * the same turns before it for ever, so that the first one on show tells. Where it is not known, nothing is joined.
 */
export function joinTurns(known: readonly TurnView[], onShow: readonly TurnView[]): readonly TurnView[] {
  const [first] = onShow
  if (!first) return onShow
  const at = known.findIndex(({ id }) => id === first.id)
  return at <= 0 ? onShow : [...known.slice(0, at), ...onShow]
}
