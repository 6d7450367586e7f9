import { type EarlyEnd, type Notice, notice, readNotices } from '@varve/contract'
import type { AnswerRecord } from '@varve/store'

/** Kept with the answer, and so in chat files and exports. */
export const EARLY_END_WARNINGS = {
  'output-limit': notice('output-limit'),
  withheld: notice('answer-withheld'),
} as const satisfies Record<EarlyEnd, Notice>

/** Why a model ended before it had said everything; undefined if it did not. */
export function endsEarly({ status, usage }: Pick<AnswerRecord, 'status' | 'usage'>): EarlyEnd | undefined {
  if (status !== 'complete') return undefined
  const codes = new Set(readNotices(usage?.warnings).map(({ code }) => code))
  return (['withheld', 'output-limit'] as const).find((end) => codes.has(EARLY_END_WARNINGS[end].code))
}
