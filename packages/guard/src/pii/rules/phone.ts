import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import {
  findInternational,
  hasCallingCode,
  hasInternationalForm,
  isDialledNumber,
} from './numbering-plans.ts'
import { isCounted } from './is-counted.ts'
import { isLed } from './is-led.ts'
import { isRestOfIban } from './is-rest-of-iban.ts'
import { isDraw, isNotDialled } from './not-dialled.ts'
import { type DialledNumber, readNumbers } from './read-numbers.ts'
import type { Rule } from './rule.ts'
import { unlabelledCountry } from './unlabelled-phone.ts'

/** Tried for numbers without a calling code, where the text does not say which countries it is about. */
const COUNTRIES =
  'US CA GB FR ES DE IT MX NL BE PT PL AT CH IE SE DK FI NO CZ SK HU RO BG GR HR SI EE LT LV LU MT CY AU NZ IN BR ZA JP AR CO CL'.split(
    ' ',
  )
/** Ways of writing by which a number is known even without a word beside it; groups, with what stands between. */
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

/** One more group of digits that nothing else has is a part of the number: half of it must not be left behind. */
function wholeEnd(text: string, number: DialledNumber, readings: readonly DialledNumber[]): number {
  const longer = readings.find(
    ({ end }) =>
      end > number.end &&
      /^[ .-]\d{3,5}$/.test(text.slice(number.end, end)) &&
      !/^(?:\s?[\p{L}$€£%]|[.,:/-]\d| \d)/u.test(text.slice(end, end + 2)),
  )
  return longer?.end ?? number.end
}

interface Rating {
  readonly confidence: number
  readonly jurisdiction?: string
}

const NONE: Rating = { confidence: 0 }

function rate(number: DialledNumber, isNamed: boolean, text: string, tools: ScanTools): Rating {
  if (number.isInternational) {
    const country = findInternational(number.digits)
    if (country) return { confidence: isNamed ? 0.98 : 0.92, jurisdiction: country }
    // Ranges for films and tests belong to nobody, but who calls it a telephone may know better.
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
  const isByShape = rating.confidence > 0 && !(rating.confidence < SURE && isBehindCode(text, number))
  const country = isByShape ? undefined : unlabelledCountry(text, number, tools)
  if (!isByShape && country === undefined) return NONE
  // "Réservations : 01 47 49 03 84" says what to call for.
  if (
    rating.confidence >= SURE &&
    text[number.start - 2] === ':' &&
    ERRANDS.test(text.slice(Math.max(0, number.start - 24), number.start))
  )
    return rating
  if (tools.isClaimed(number, 'phone', 'name', 'address', 'postcode', 'birth', 'bank')) return NONE
  return country === undefined ? rating : { confidence: 0.6, jurisdiction: country }
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
