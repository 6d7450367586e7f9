import { isCounted } from './is-counted.ts'
import { classOf } from '../text-index/split-tokens.ts'

const MONEY = '$€£¥₹'
/** A currency, unless it begins an amount of its own: "account 51010610458 USD 389.02". */
const MONEY_AFTER = /^\s?(?:[$€£¥₹%]|(?:USD|EUR|GBP|CHF|MXN|CAD|PLN|JPY)\b)(?!\s?\d)/

/** Whether digits are a number of their own, and neither an amount of money nor a part of something longer. */
export function standsAlone(text: string, start: number, end: number): boolean {
  const further = classOf(text.charCodeAt(end + 1) || 0)
  if ('-/_@\u2013'.includes(text[end] ?? ' ') && further !== 0) return false
  return isFreeBefore(text, start) && isFreeAfter(text, end) && !isCounted(text, end)
}

/** Whether digits begin a number here, and neither an amount of money nor a part of something longer. */
export function isFreeBefore(text: string, start: number): boolean {
  const before = text[start - 1] ?? ' '
  const further = text.charCodeAt(start - 2) || 0
  if (before === '+' || MONEY.includes(before)) return false
  if (before === ' ' && MONEY.includes(text[start - 2] ?? ' ')) return false
  if ('-/\u2013'.includes(before)) return classOf(further) !== 1 && !isPartOfCode(text, start - 2)
  if (before === '.') return classOf(further) !== 1
  return !(before === '_' && classOf(further) === 1)
}

/** A dash behind a token with digits in it, as in a UUID, is no border. */
function isPartOfCode(text: string, last: number): boolean {
  for (let at = last; at > last - 20 && classOf(text.charCodeAt(at) || 0) !== 0; at -= 1)
    if (classOf(text.charCodeAt(at)) === 1) return true
  return false
}

/** Whether a number ends here: no more digits, and no currency. A word may follow a dash, as in `…-Fax`. */
export function isFreeAfter(text: string, end: number): boolean {
  if ('-/_@.\u2013'.includes(text[end] ?? ' ') && classOf(text.charCodeAt(end + 1) || 0) === 1) return false
  return !MONEY_AFTER.test(text.slice(end, end + 8))
}
