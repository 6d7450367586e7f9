import type { TurnView } from '@varve/server/types'

/** The turn to show after a step. At the newest one it is `latest`, so that the next answer is followed. */
export function selectTurn(
  turns: readonly Pick<TurnView, 'number'>[],
  shown: number | 'latest',
  by: 1 | -1,
): number | 'latest' {
  const last = turns.length - 1
  const index = shown === 'latest' ? last : turns.findIndex(({ number }) => number === shown)
  const next = Math.min(last, Math.max(0, (index < 0 ? last : index) + by))
  return next >= last ? 'latest' : (turns[next]?.number ?? 'latest')
}
