import { z } from 'zod'
import { isDivergenceReason } from '../chat/reason-words.ts'
import type { TurnStatistics } from './turn-statistics.ts'

const amount = z.number().min(0)
const layers = z.object({ L1: amount, L2: amount, L3: amount, L4: amount, L5: amount })
const layer = z.enum(['L1', 'L2', 'L3', 'L4', 'L5'])
const word = z.string().max(64)
const reason = z.string().refine(isDivergenceReason)
const SUMMARY = z.object({
  statistics: z.object({
    phases: z.object({ hydrate: amount, load: amount, plan: amount, wire: amount }),
    segments: layers,
    tokens: layers,
    attached: amount,
    referenced: amount,
    compacted: amount,
    prefixHash: word,
    change: z.object({ reason, layer, tokens: amount, costUSD: z.number().optional() }),
    epoch: z.object({ id: z.number(), reason, began: z.boolean() }),
    misses: z.array(z.object({ tag: word, kind: word, hash: word })).optional(),
  }),
})

/**
 * The statistics in a call's summary. A call of an earlier version has none; a chat file may contain
 * anything, which is then ignored.
 */
export function readTurnStatistics(summary: unknown): TurnStatistics | undefined {
  return SUMMARY.safeParse(summary).data?.statistics as TurnStatistics | undefined
}
