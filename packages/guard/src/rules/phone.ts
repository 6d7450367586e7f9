import { isCpfValid } from '../checksum/personal-codes.ts'
import { isItinPlausible, isSsnPlausible } from '../checksum/check-digits.ts'
import type { ScanTools } from '../context/scan-tools.ts'
import type { Token } from '../context/tokens.ts'
import type { Candidate } from '../finding.ts'
import { isCounted, isLed, isRestOfIban } from './beside.ts'
import {
  findInternational,
  hasCallingCode,
  hasInternationalForm,
  isDialledNumber,
} from './numbering-plans.ts'
import type { Rule } from './rule.ts'

/** Digits that could be dialled, as written. */
export interface DialledNumber {
  readonly start: number
  readonly end: number
  readonly digits: string
  /** Lengths of the groups with their separators, such as `(3) 3-4`. */
  readonly shape: string
  /** Whether it begins with a plus. */
  readonly isInternational: boolean
  /** Whether digits or dashes continue on either side. */
  readonly isPartOfMore: boolean
}

const LEAST_DIGITS = 7
const MOST_DIGITS = 15
/** Numbers are written in fewer groups, and not digit by digit. */
const MOST_GROUPS = 8
const SEPARATOR = /^(?:[ ./-]|\) ?|\)[-./]| \(| ?\(0\) ?|\) ?\(| - | \/ |-\()$/

/** In a number that begins with a plus: more blanks, a broken line. */
const WIDE = /^(?: {2,4}|\t|[ \t]?-?\r?\n {0,4}(?:> ?)?)$/
/** The same, of one character. */
const ONE_SIGN: ReadonlySet<string> = new Set(' ./-)')

/** For each place where a number can begin: the readings from there, the longest first; what is taken is left out. */
export function* readNumbers(
  text: string,
  tokens: readonly Token[],
  isTaken: (place: number) => boolean,
): Generator<readonly DialledNumber[]> {
  for (let first = 0; first < tokens.length; first += 1) {
    const token = tokens[first]
    if (token?.kind !== 'digits' || token.end - token.start > MOST_DIGITS || isTaken(token.start)) continue
    const opening = openingAt(text, token.start)
    if (opening === undefined) continue
    const readings = readFrom(text, tokens, first, opening)
    if (readings.length > 0) yield readings
  }
}

/** Where the number begins with its plus or parenthesis; undefined where the digits belong to what is before. */
function openingAt(text: string, start: number): number | undefined {
  let at = start
  // `(07 81 67 09 34)` is a number in parentheses, `(415) 867-2671` one with an area code in them.
  if (text[at - 1] === '(' && isAreaCode(text, start)) at -= 1
  if (text[at - 1] === '+') at -= 1
  else if (at < start && text[at - 1] === ' ' && text[at - 2] === '+') at -= 2
  const before = text[at - 1] ?? ' '
  // `#+44 …` is a number to call all the same.
  if (/[\p{L}\p{N}_@#$€£%\\]/u.test(before) && !(before === '#' && text[at] === '+')) return undefined
  return /[-./:,]/.test(before) && /[\p{L}\p{N}]/u.test(text[at - 2] ?? ' ') && text[at] !== '+'
    ? borderAt(text, at)
    : at
}

function isAreaCode(text: string, start: number): boolean {
  if (text[start - 2] === '+') return true
  const end = /^\d{1,6}(?=\))/.exec(text.slice(start, start + 7))
  return end !== null
}

/** `tel:0612…` and `Fax:0611…` are labels; `12.0612…` and `a-0612…` are not. */
function borderAt(text: string, at: number): number | undefined {
  if (text[at - 1] === ':' || text[at - 1] === ',')
    return /\d/.test(text[at - 2] ?? '') && text[at - 1] === ':' ? undefined : at
  if (/(?:^|[^\p{L}])(?:pstn|sip|tel|iax2?|trunk|voip)\/$/iu.test(text.slice(Math.max(0, at - 8), at)))
    return at
  return /(?:tel|fax|mob|ph)[.]$/i.test(text.slice(Math.max(0, at - 4), at)) ? at : undefined
}

function readFrom(
  text: string,
  tokens: readonly Token[],
  first: number,
  opening: number,
): readonly DialledNumber[] {
  const readings: DialledNumber[] = []
  let digits = ''
  let end = opening
  let shape = ''
  for (let index = first; index < tokens.length && index < first + MOST_GROUPS; index += 1) {
    const token = index > first ? withoutExtension(text, tokens[index]) : tokens[index]
    const isJoined =
      token !== undefined &&
      (isSeparated(text, end, token.start) ||
        (text[opening] === '+' && WIDE.test(text.slice(end, Math.min(token.start, end + 8)))))
    if (token?.kind !== 'digits' || (index > first && !isJoined)) break
    // A second parenthesis opens another number, but for the zero of callers within the country.
    if (index > first + 1 && text[token.start - 1] === '(' && text[token.end] !== ')') break
    const group = text.slice(token.start, token.end)
    shape += `${normalSigns(text.slice(end, token.start))}${group.length}`
    // The zero in `+41 (0)44` is for callers within the country.
    const isTrunkZero =
      group === '0' && text[token.start - 1] === '(' && text[token.end] === ')' && index > first
    if (!isTrunkZero) digits += group
    end = token.end
    const groups = index - first + 1
    if (digits.length > MOST_DIGITS || (groups > 3 && digits.length * 2 < groups * 3 - 2)) break
    if (digits.length >= LEAST_DIGITS && digits.length * 2 >= groups * 3)
      readings.unshift({
        start: opening,
        end,
        digits,
        shape,
        isInternational: text[opening] === '+',
        isPartOfMore: isPartOfMore(text, opening, end),
      })
  }
  return readings
}

/** The `5272` of `604-696-5272x565`. */
function withoutExtension(text: string, token: Token | undefined): Token | undefined {
  if (token?.kind !== 'mixed' || token.end - token.start > 12) return token
  const [own] = /^\d{2,7}(?=x\d{1,6}$)/i.exec(text.slice(token.start, token.end)) ?? []
  return own === undefined ? token : { ...token, end: token.start + own.length, kind: 'digits' }
}

/** Punctuation in plain form; the plus sign is handled already. */
function normalSigns(signs: string): string {
  if (signs.length === 1 && '-. ('.includes(signs)) return signs
  return signs.replace('+', '').replace(/\s{2,}(?:> ?)?|\n(?:> ?)?/g, ' ')
}

function isPartOfMore(text: string, start: number, end: number): boolean {
  // With a plus it is a number to call. A word may follow its dash, as in `…-Fax`, and another cell its comma.
  if (text[start] === '+' && /^(?:[-/]\p{L}|,\d)/u.test(text.slice(end, end + 2))) return false
  return (
    /^(?:[-./ ]\d(?!\d?\p{L}|\/)| [A-Z]\d|[-/_@]\p{L}|_\d|,\d|:\d)/u.test(text.slice(end, end + 5)) ||
    /\d[ ,]$/.test(text.slice(Math.max(0, start - 2), start))
  )
}

function isSeparated(text: string, from: number, to: number): boolean {
  // Most groups have one sign between them.
  if (to - from === 1) return ONE_SIGN.has(text[from] ?? '')
  return to - from <= 5 && SEPARATOR.test(text.slice(from, to))
}

/** Whether the digits are a date, a duration, an amount or a sum, whatever is next to them. */
export function isNotDialled(text: string, number: DialledNumber): boolean {
  return (
    isDate(text, number) ||
    beginsWithDate(text, number) ||
    isMoney(text, number) ||
    isSum(text, number) ||
    isSpanOfTime(text, number)
  )
}

function isDate(text: string, { start, shape }: DialledNumber): boolean {
  // `2024-015` is the fifteenth of a year.
  if (/^4-3$/.test(shape) && /^(?:19|20)/.test(text.slice(start, start + 2))) return true
  return /^(?:4 - 2 - 2|2 - 2 - 4|4[-./]2[-./]2|2[-./]2[-./]4|2[-./]2[-./]2)$/.test(shape)
}

/** `2025-03-04 12` of a day with its hour, `20250304`. */
function beginsWithDate(text: string, { start, end }: DialledNumber): boolean {
  return /^(?:(?:19|20)\d\d([-./])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\d)|[0-3]\d([-./])[0-3]\d\2(?:19|20)\d\d(?!\d)|20[0-3]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$)/.test(
    text.slice(start, end),
  )
}

function isMoney(text: string, { start, end }: DialledNumber): boolean {
  return (
    /[$€£¥]\s?$/.test(text.slice(Math.max(0, start - 2), start)) ||
    /^\s?(?:[$€£¥%]|EUR|USD|GBP|kr\b|zł)/.test(text.slice(end, end + 5))
  )
}

/** `2499 - 1327`, and a number behind its point. */
function isSum(text: string, { start, shape }: DialledNumber): boolean {
  // `119.32926` of a place on a map.
  if (/^[123]\.[5-9]$/.test(shape)) return true
  return /^[1-9]\d? - \d+$/.test(shape) ? !/[0(]/.test(text[start] ?? '') : /^1\.\d+$/.test(shape)
}

/** From an hour or a year to another, as in `0715-0930` and `1958-1962`. */
function isSpanOfTime(text: string, { start, end, shape }: DialledNumber): boolean {
  return (
    shape === '4-4' &&
    /^(?:1[89]|20)\d\d\D(?:1[89]|20)\d\d$|^(?:[01]\d|2[0-4])[0-5]\d\D(?:[01]\d|2[0-4])[0-5]\d$/.test(
      text.slice(start, end),
    )
  )
}

/** Numbers of a lottery: pairs up to 49 that rise. */
export function isDraw(text: string, { start, end, shape }: DialledNumber): boolean {
  if (!/^2(?:[ -]2){4,6}$/.test(shape)) return false
  const pairs = text.slice(start, end).split(/\D/).map(Number)
  return pairs.every((pair, at) => pair < 50 && pair > (pairs[at - 1] ?? 0))
}

/** Tried for numbers without a calling code, where the text does not say which countries it is about. */
const COUNTRIES =
  'US CA GB FR ES DE IT MX NL BE PT PL AT CH IE SE DK FI NO CZ SK HU RO BG GR HR SI EE LT LV LU MT CY AU NZ IN BR ZA JP AR CO CL'.split(
    ' ',
  )
/** Formats that identify a phone number without a word next to it; groups with their separators. */
const KNOWN_SHAPES: readonly {
  readonly shape: RegExp
  readonly countries: readonly string[]
  readonly confidence: number
}[] = [
  {
    shape: /^\(3\) ?3[-. ]4$|^3-3-4$|^3\.3\.4$|^1-3-3-4$|^1 \(3\) 3-4$|^1\.3\.3\.4$/,
    countries: ['US', 'CA'],
    confidence: 0.75,
  },
  { shape: /^3 3[ -]4$/, countries: ['US', 'CA'], confidence: 0.55 },
  { shape: /^2([ .-])2\1(?:2)\1(?:2)\1(?:2)$/, countries: ['FR', 'BE'], confidence: 0.75 },
  {
    shape: /^(?:\(?5\)? 6|\(?5\)? 3 3|\(?4\)? 3 4|\(?3\)? 4 4|4 7)$/,
    countries: ['GB', 'IE', 'DE', 'NL'],
    confidence: 0.65,
  },
  {
    shape: /^(?:\(?[3-5]\)?[ /-]\d(?: \d){0,2}|\(?[3-5]\)?[ /-][67]|2-[48]|3-7|2 [48]|3 [37])$/,
    countries: ['DE', 'AT', 'NL', 'IT', 'CH', 'SE', 'GB'],
    confidence: 0.5,
  },
  {
    shape: /^3 3 2 2$|^4 2 2 2$|^3[ /]2 2 2$|^2 4 4$|^\(2\) 4 4$|^4 3 3$/,
    countries: ['CH', 'BE', 'AU', 'NZ', 'NL', 'SE'],
    confidence: 0.6,
  },
  { shape: /^\(2\) \d{1,2}-4$|^\(2\) [45][- ]4$/, countries: ['BR', 'MX'], confidence: 0.65 },
]

const VAGUE = 0.5
/** What one calls for, with a colon behind it. */
const ERRANDS =
  /(?<!\p{L})(?:r[eé]servations?|bookings?|orders|pedidos|reservas?|prenotazioni|reservierung(?:en)?|commandes|reserveringen|appointments|claims|support|service|urgences?|info(?:s|rmations?)?|port|portable|dom|bur|fixe)\s?:\s$/iu
/** By its shape alone. */
const SURE = 0.7
const LEAST_VAGUE = 9

export const phoneRule: Rule = {
  type: 'PHONE',
  version: 6,
  find: (text, tools) => {
    const found: Candidate[] = []
    let from = 0
    const speaksOfPhones = tools.labels.some(({ about }) => about.includes('phone'))
    for (const numbers of readNumbers(text, tools.tokens, (place) => place < from)) {
      if ((numbers[0]?.start ?? 0) < from) continue
      // From the longest on: the first that is a number in some country wins.
      for (const number of numbers) {
        const isNamed = speaksOfPhones && tools.belongsTo(number, 'phone')
        const rating = rate(number, isNamed, text, tools)
        if (rating.confidence === 0) continue
        const end = isNamed ? wholeEnd(text, number, numbers) : number.end
        found.push({ start: number.start, end, ...rating })
        from = end
        break
      }
    }
    return found
  },
}

/** One more group of digits that belongs to nothing else is part of the number: redaction must not leave half of it. */
function wholeEnd(text: string, number: DialledNumber, readings: readonly DialledNumber[]): number {
  const longer = readings.find(
    ({ end }) =>
      end > number.end &&
      /^[ .-]\d{3,5}$/.test(text.slice(number.end, end)) &&
      !/^(?:\s?[\p{L}$€£%]|[.,:/-]\d| \d)/u.test(text.slice(end, end + 2)),
  )
  return longer?.end ?? number.end
}

type Rating = Pick<Candidate, 'confidence' | 'jurisdiction' | 'doubt'>

const NONE: Rating = { confidence: 0 }

function rate(number: DialledNumber, isNamed: boolean, text: string, tools: ScanTools): Rating {
  if (number.isInternational) {
    const country = findInternational(number.digits)
    if (country) return { confidence: isNamed ? 0.98 : 0.92, jurisdiction: country }
    // Ranges for films and tests belong to nobody, unless the text calls it a phone number.
    if (number.isPartOfMore || !hasCallingCode(number.digits)) return NONE
    const isOne =
      isNamed ||
      hasInternationalForm(number) ||
      (number.shape.length > 2 && !tools.isClaimed(number, 'phone', 'name', 'address'))
    return isOne ? { confidence: 0.6 } : NONE
  }
  if (number.digits.startsWith('00') && (isNamed || (number.shape.length > 2 && !number.isPartOfMore))) {
    const country = findInternational(number.digits.slice(2))
    if (country) return { confidence: isNamed ? 0.95 : 0.7, jurisdiction: country }
  }
  if (!isNamed && number.isPartOfMore) return NONE
  if (isOfState(number)) return NONE
  if (isNotDialled(text, number) || isCounted(text, number.end) || isRestOfIban(text, number.start))
    return NONE
  // `192.168.57` of an address of a machine.
  if (/^[.-]\d/.test(text.slice(number.end, number.end + 2))) return NONE
  if (isNamed && isFarFromLabel(text, number, tools)) return NONE
  if (isNamed) {
    const home = [...tools.jurisdictions].find((one) => isDialledNumber(one, number.digits))
    if (home) return { confidence: 0.9, jurisdiction: home }
    const country = COUNTRIES.find((one) => isDialledNumber(one, number.digits))
    // Where the countries are known, a number of another one would be written with its code.
    if (country) return { confidence: tools.jurisdictions.size > 0 ? 0.55 : 0.9, jurisdiction: country }
    return NONE
  }
  if (isDraw(text, number)) return NONE
  if (
    /(?:#|n[°º]|\bno\.|\bnr\.|\bid["']?\s?[:=])\s?["']?$/i.test(
      text.slice(Math.max(0, number.start - 8), number.start),
    )
  )
    return NONE
  const rating = rateByShape(number, tools)
  if (rating.confidence === 0 || (rating.confidence < SURE && isBehindCode(text, number))) return NONE
  // "Réservations : 01 47 49 03 84" says what to call for.
  if (
    rating.confidence >= SURE &&
    text[number.start - 2] === ':' &&
    ERRANDS.test(text.slice(Math.max(0, number.start - 24), number.start))
  )
    return rating
  if (tools.isClaimed(number, 'phone', 'name', 'address', 'postcode', 'birth', 'bank'))
    // Only phone numbers have an area code in parentheses.
    return /^\(3\) ?3[-. ]4$/.test(number.shape) ? { ...rating, doubt: 1 } : NONE
  return rating
}

/** Nobody writes a telephone number in these groups, and a number of the state weighs more. */
function isOfState({ shape, digits }: DialledNumber): boolean {
  if (shape === '3.3.3-2') return isCpfValid(digits)
  return shape === '3-2-4' && (isSsnPlausible(digits) || isItinPlausible(digits))
}

/** "the mobile mast: …; grid TQ 20669 60173", "Mobile plan …, contract 734208014": some words behind the label. */
function isFarFromLabel(text: string, number: DialledNumber, tools: ScanTools): boolean {
  const label = tools.labelOf(number.start, number.end)
  if (!label || label.isBeside || NAMES.test(text.slice(label.end, number.start))) return false
  return (
    isBehindCode(text, number) ||
    (/^\d+$/.test(number.shape) && text[number.start - 1] !== '/' && !isLed(text, number.start))
  )
}

/** "Llamar a Carmen 635876230". */
const NAMES = /^[\s:,]{1,2}(?:(?:a|à|de|an|bei|con|to|for)\s)?(?:\p{Lu}[\p{L}'’.-]+\s){1,3}$/u

/** `PC 069 964 24 65978`: behind capitals, digits in vague groups are the rest of some code. */
function isBehindCode(text: string, { start }: DialledNumber): boolean {
  const before = /(?<![\p{L}\p{N}])(\p{Lu}{2,4}|\p{Lu}+\d[\p{L}\p{N}]*)\s$/u.exec(
    text.slice(Math.max(0, start - 12), start),
  )?.[1]
  return (
    before !== undefined && !/^(?:TEL|TÉL|TTY|TDD|FAX|CELL|MOB|PH|GSM|CALL|SMS|HP|TLF|TFNO)$/.test(before)
  )
}

function rateByShape(number: DialledNumber, tools: ScanTools): Rating {
  if (number.isPartOfMore) return NONE
  for (const { shape, countries, confidence } of KNOWN_SHAPES) {
    // Eight digits in the vaguest of shapes are too few.
    if (confidence <= VAGUE && number.digits.length < LEAST_VAGUE) continue
    if (!shape.test(number.shape) || (countries[0] !== 'US' && !/^\(?0/.test(number.digits))) continue
    const near = countries.filter((country) => tools.jurisdictions.has(country))
    const country = [...near, ...countries].find((one) => isDialledNumber(one, number.digits))
    if (country)
      return { confidence: near.includes(country) ? confidence + 0.1 : confidence, jurisdiction: country }
  }
  const own = [...tools.jurisdictions].find((one) => isDialledNumber(one, number.digits))
  return own && number.shape.length > 2 ? { confidence: 0.55, jurisdiction: own } : NONE
}
