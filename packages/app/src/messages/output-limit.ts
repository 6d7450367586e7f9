import type { AnswerRecord } from '@varve/store'

/** Kept with the answer, and so in chat files and exports: whoever reads it there knows it again. */
export const OUTPUT_LIMIT_WARNING = 'The answer ends early: the model reached its output limit.'

/** Whether a model ended for want of room, and not because it had said everything. */
export function endsEarly({ status, usage }: Pick<AnswerRecord, 'status' | 'usage'>): boolean {
  return status === 'complete' && (usage?.warnings ?? []).includes(OUTPUT_LIMIT_WARNING)
}
