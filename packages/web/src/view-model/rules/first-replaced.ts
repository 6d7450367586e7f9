import type { GuardQuestion } from '../../api/guard-types.ts'

/** Where in the message the first value stands that the guard would replace; its end where there is none. */
export function firstReplaced({ reading }: Pick<GuardQuestion, 'reading'>, text: string): number {
  const [first, second] = reading?.message ?? []
  if (first?.kind === 'placeholder') return 0
  return first && second ? Math.min(first.text.length, text.length) : text.length
}
