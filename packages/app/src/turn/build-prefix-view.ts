import { readTurnStatistics } from '../observe/read-turn-statistics.ts'
import type { PrefixView } from '../views.ts'
import { epochWords } from './reason-words.ts'

/** What the record of a call says about its prefix; undefined where it says nothing that can be read. */
export function buildPrefixView(summary: unknown): PrefixView | undefined {
  const statistics = readTurnStatistics(summary)
  if (!statistics) return undefined
  const { epoch, change } = statistics
  const { reason, layer, tokens, costUSD = 0 } = change
  return {
    epoch: epoch.id,
    began: epoch.began,
    ...(reason === 'none' ? {} : { broke: { reason, words: epochWords(reason), layer, tokens, costUSD } }),
  }
}
