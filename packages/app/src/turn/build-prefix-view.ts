import { readTurnStatistics } from '../observe/read-turn-statistics.ts'
import type { PrefixView } from '../views.ts'
import { epochWords } from './reason-words.ts'

/** What the record of a call says about its prefix; undefined where it says nothing that can be read. */
export function buildPrefixView(summary: unknown): PrefixView | undefined {
  const statistics = readTurnStatistics(summary)
  if (!statistics) return undefined
  const { epoch, change } = statistics
  const { reason, layer, tokens, costUSD = 0 } = change
  // A model that joins a chat has no request before this one: nothing of it is gone.
  const isWhole = reason === 'none' || tokens === 0
  return {
    epoch: epoch.id,
    began: epoch.began,
    ...(isWhole ? {} : { broke: { reason, words: epochWords(reason), layer, tokens, costUSD } }),
  }
}
