import { isLuhnValid } from '../checksum/luhn.ts'
import type { Candidate } from '../finding.ts'
import type { DigitWindow } from '../text-index/digit-groups.ts'
import { isRestOfIban } from './is-rest-of-iban.ts'
import type { Rule } from './rule.ts'
import { standsAlone } from './stands-alone.ts'

/** By brand: how its numbers begin, and how long they are. */
const BRANDS: readonly {
  readonly name: string
  readonly prefix: RegExp
  readonly lengths: readonly number[]
}[] = [
  { name: 'visa', prefix: /^4/, lengths: [13, 16, 19] },
  { name: 'mastercard', prefix: /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16] },
  { name: 'amex', prefix: /^3[47]/, lengths: [15] },
  { name: 'diners', prefix: /^3(?:0[0-5]|095|[689])/, lengths: [14, 16, 19] },
  { name: 'discover', prefix: /^(?:6011|64[4-9]|65|622)/, lengths: [16, 19] },
  { name: 'jcb', prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { name: 'jcb, old', prefix: /^(?:2131|1800)/, lengths: [15] },
  { name: 'unionpay', prefix: /^(?:62|81)/, lengths: [16, 17, 18, 19] },
  {
    name: 'maestro',
    prefix: /^(?:50(?:18|20|38)|5[6-8]|6304|6759|676[1-3]|6390)/,
    lengths: [13, 14, 15, 16, 17, 18, 19],
  },
  { name: 'mir', prefix: /^220[0-4]/, lengths: [16, 17, 18, 19] },
  { name: 'maestro, short', prefix: /^(?:50|5[6-8]|6)/, lengths: [12] },
  { name: 'jcb, beyond its range', prefix: /^35/, lengths: [16] },
]

/** Brands whose numbers look like any others: only a label tells them. */
const LABELLED_ONLY: ReadonlySet<string> = new Set(['maestro, short', 'jcb, beyond its range'])

/** Brands whose prefixes say little, so that a label or the usual groups must speak for them. */
const VAGUE: ReadonlySet<string> = new Set(['maestro', 'diners', 'jcb, old', 'unionpay'])
const USUAL_GROUPS: ReadonlySet<string> = new Set([
  '4-4-4-4',
  '4-6-5',
  '4-6-4',
  '4-4-4-4-3',
  '4-4-4-1',
  '6-13',
  '4-4-4-3',
  '4-3-3-3',
])

/** The brand's own name before it says as much as a label. */
const NAMED =
  /(?<!\p{L})(?:diners(?: club)?|maestro|union ?pay|jcb|银联|銀聯|girocard|dankort|carte bleue)(?!\p{L})[^\d\n]{0,24}$/iu
/** Cards with which nobody pays. */
const OTHER_CARD =
  /(?:loyalty|gift|library|sim|member(?:ship)?|student|identity|id|key|access|points|rewards?|bonus|club|travel|fuel|health|insurance|transit|season|store)[ -](?:card|pass)[^\d\n]{0,24}$/iu
/** What is on the stripe of a card. */
const STRIPE = /(?<=%B)\d{13,19}(?=\^)/g

export const creditCardRule: Rule = {
  type: 'CREDIT_CARD',
  version: 3,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const window of tools.numbers(12, 19)) {
      const brand = brandOf(window.digits)
      if (!brand || !hasCardGroups(window) || !standsAlone(text, window.start, window.end)) continue
      if (!isLuhnValid(window.digits) || isPlainCount(window.digits) || isRestOfIban(text, window.start))
        continue
      const isLabelled =
        tools.belongsTo(window, 'card') ||
        (VAGUE.has(brand) && NAMED.test(text.slice(Math.max(0, window.start - 40), window.start)))
      const isElsewhere = tools.belongsElsewhere(
        window,
        'card',
        'account',
        'bank',
        'phone',
        'name',
        'address',
      )
      // Vague prefixes in one piece, or beside another label, may be any number whose sum comes out by chance.
      if (!isLabelled && VAGUE.has(brand) && (isElsewhere || window.separator === '')) continue
      const before = text.slice(Math.max(0, window.start - 60), window.start)
      if (LABELLED_ONLY.has(brand) && (!isLabelled || OTHER_CARD.test(before))) continue
      const confidence = isLabelled ? 0.99 : isElsewhere ? 0.6 : 0.9
      found.push({ start: window.start, end: window.end, confidence })
    }
    for (const { index, 0: digits } of text.matchAll(STRIPE))
      if (brandOf(digits) && isLuhnValid(digits))
        found.push({ start: index, end: index + digits.length, confidence: 0.97 })
    return found
  },
}

function brandOf(digits: string): string | undefined {
  return BRANDS.find(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits))?.name
}

function hasCardGroups({ shape, separator }: DigitWindow): boolean {
  if (!shape.includes('-')) return true
  return USUAL_GROUPS.has(shape) && separator !== '/'
}

/** Zeros, or one digit over and over: a filler. */
function isPlainCount(digits: string): boolean {
  return /^(\d)\1+$/.test(digits) || /0{10}/.test(digits)
}
