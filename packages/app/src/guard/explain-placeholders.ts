import type { GuardedTurn } from './guard-turn.ts'
import type { Redaction } from './redaction.ts'

/** Only what is written as it was read can be put back: a bare `EMAIL_1` may be a name of the user's own. */
const PLACEHOLDERS =
  'A type and a number in double angle brackets stand for a private value that is kept from you. Where you mean the value, write them exactly as they are, with the brackets: the user sees the value there.'

/** The guidance of a turn, with what placeholders are where it brings new ones: said each time, it would fill windows. */
export function explainPlaceholders(
  { guidance, redaction }: Pick<GuardedTurn, 'guidance' | 'redaction'>,
  before: Redaction,
): string {
  if (countOf(redaction) === countOf(before)) return guidance
  return guidance === '' ? PLACEHOLDERS : `${guidance}\n\n${PLACEHOLDERS}`
}

function countOf({ state }: Redaction): number {
  return Object.keys(state.values).length
}
