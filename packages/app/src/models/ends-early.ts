import type { EarlyEnd } from '@varve/contract'
import type { AnswerRecord } from '@varve/store'

/** Kept with the answer, and so in chat files and exports: whoever reads it there knows it again. */
export const EARLY_END_WARNINGS = {
  'output-limit': 'The answer ends early: the model reached its output limit.',
  withheld: 'The provider withheld the rest of this answer.',
} as const satisfies Record<EarlyEnd, string>

/** Why a model ended before it had said everything; undefined where it did not. */
export function endsEarly({ status, usage }: Pick<AnswerRecord, 'status' | 'usage'>): EarlyEnd | undefined {
  const warnings = usage?.warnings ?? []
  if (status !== 'complete') return undefined
  return (['withheld', 'output-limit'] as const).find((end) => warnings.includes(EARLY_END_WARNINGS[end]))
}
