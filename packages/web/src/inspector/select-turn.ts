import type { TurnView } from '@varve/contract'
import { createContext } from 'react'

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

/** What keys are called that say nothing by themselves, as that of an upload does not. */
type KeyTitles = ReadonlyMap<string, string>

export const KeyTitlesContext = createContext<KeyTitles>(new Map())

/** Titles by artifact key, from the turns; a key that reappears keeps its first title. */
export function keyTitles(turns: readonly TurnView[]): KeyTitles {
  return new Map(turns.flatMap(({ attachments }) => attachments.map(({ key, title }) => [key, title])))
}
