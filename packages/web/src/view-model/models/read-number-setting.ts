import { formatTokens } from '../text/format-tokens.ts'

export interface NumberRange {
  readonly name: string
  readonly minimum: number
  readonly maximum: number
  readonly isWhole: boolean
}

export type ReadNumber =
  /** `null` gives the setting back to the model. */
  | { readonly kind: 'value'; readonly value: number | null }
  | { readonly kind: 'refused'; readonly words: string }

/** What was typed into a field for a number; nothing means the model's own. */
export function readNumberSetting(text: string, range: NumberRange): ReadNumber {
  const plain = text.trim()
  if (plain === '') return { kind: 'value', value: null }
  // Thousands may be separated in whole numbers; elsewhere a comma is a point.
  const value = Number(range.isWhole ? plain.replace(/[,\s_]/g, '') : plain.replace(',', '.'))
  const isInside = value >= range.minimum && value <= range.maximum
  if (isInside && (!range.isWhole || Number.isInteger(value))) return { kind: 'value', value }
  return { kind: 'refused', words: `${range.name} is ${describeRange(range)}.` }
}

function describeRange({ minimum, maximum, isWhole }: NumberRange): string {
  return `a ${isWhole ? 'whole number' : 'number'} from ${formatTokens(minimum)} to ${formatTokens(maximum)}`
}
