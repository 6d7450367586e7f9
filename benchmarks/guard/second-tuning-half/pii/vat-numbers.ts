import { isLuhn, luhnDigit, mod1110Digit, two, weightedSum } from './check-digits.ts'
import { type Draw, drawUntil } from './draw.ts'

const sumIs = (text: string, weights: readonly number[], modulus: number, rest = 0): boolean =>
  weightedSum(text, weights) % modulus === rest

function isAustrian(text: string): boolean {
  const sum = Array.from(text.slice(0, 7)).reduce((total, character, index) => {
    const digit = Number(character)
    if (index % 2 === 0) return total + digit
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2)
  }, 4)
  return (10 - (sum % 10)) % 10 === Number(text.charAt(7))
}

/** Bulgarian and Lithuanian numbers: weights from 1, and from 3 where the first remainder is 10. */
function twoRoundDigit(body: string): string {
  const first = Array.from(body).reduce((sum, digit, index) => sum + Number(digit) * (index + 1), 0) % 11
  if (first < 10) return String(first)
  return String(
    (Array.from(body).reduce((sum, digit, index) => sum + Number(digit) * (index + 3), 0) % 11) % 10,
  )
}

function cypriotLetter(body: string): string {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
  const sum = Array.from(body).reduce(
    (total, digit, index) => total + (index % 2 === 0 ? (odd[Number(digit)] ?? 0) : Number(digit)),
    0,
  )
  return String.fromCharCode(65 + (sum % 26))
}

function czechDigit(body: string): string {
  const check = (11 - (weightedSum(body, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return String((check === 0 ? 1 : check) % 10)
}

export const isGreekAfm = (text: string): boolean =>
  (weightedSum(text, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(text.charAt(8))

export const isPortugueseNif = (text: string): boolean => {
  const check = 11 - (weightedSum(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
  return (check > 9 ? 0 : check) === Number(text.charAt(8))
}

export const isDutchBsn = (text: string): boolean =>
  (((weightedSum(text, [9, 8, 7, 6, 5, 4, 3, 2]) - Number(text.charAt(8))) % 11) + 11) % 11 === 0

export const irishLetter = (body: string): string =>
  'WABCDEFGHIJKLMNOPQRSTUV'.charAt(weightedSum(body, [8, 7, 6, 5, 4, 3, 2]) % 23)

function isSwissUid(text: string): boolean {
  return (11 - (weightedSum(text, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(text.charAt(8))
}

const frenchKey = (siren: string): string => two((12 + 3 * (Number(siren) % 97)) % 97)

const isSlovenian = (text: string): boolean => {
  const check = 11 - (weightedSum(text, [8, 7, 6, 5, 4, 3, 2]) % 11)
  return check !== 11 && check % 10 === Number(text.charAt(7))
}

/** What follows the country prefix, by prefix: whether its check digits hold. */
export const VAT_CHECKS: Readonly<Record<string, (body: string) => boolean>> = {
  AT: (body) => body.startsWith('U') && isAustrian(body.slice(1)),
  BE: (body) => 97 - (Number(body.slice(0, 8)) % 97) === Number(body.slice(8)),
  BG: (body) => twoRoundDigit(body.slice(0, 8)) === body.charAt(8),
  CH: isSwissUid,
  CY: (body) => cypriotLetter(body.slice(0, 8)) === body.charAt(8),
  CZ: (body) => czechDigit(body.slice(0, 7)) === body.charAt(7),
  DE: (body) => mod1110Digit(body.slice(0, 8)) === body.charAt(8),
  DK: (body) => sumIs(body, [2, 7, 6, 5, 4, 3, 2, 1], 11),
  EE: (body) => sumIs(body, [3, 7, 1, 3, 7, 1, 3, 7, 1], 10),
  EL: isGreekAfm,
  ES: (body) => luhnDigit(body.slice(1, 8)) === body.charAt(8),
  FI: (body) => sumIs(body, [7, 9, 10, 5, 8, 4, 2, 1], 11),
  FR: (body) => isLuhn(body.slice(2)) && frenchKey(body.slice(2)) === body.slice(0, 2),
  GB: (body) => (weightedSum(body, [8, 7, 6, 5, 4, 3, 2]) + Number(body.slice(7))) % 97 === 0,
  HR: (body) => mod1110Digit(body.slice(0, 10)) === body.charAt(10),
  HU: (body) => sumIs(body, [9, 7, 3, 1, 9, 7, 3, 1], 10),
  IE: (body) => irishLetter(body.slice(0, 7)) === body.charAt(7),
  IT: isLuhn,
  LT: (body) => body.charAt(7) === '1' && twoRoundDigit(body.slice(0, 8)) === body.charAt(8),
  LU: (body) => two(Number(body.slice(0, 6)) % 89) === body.slice(6),
  LV: (body) => sumIs(body, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1], 11, 3),
  MT: (body) => sumIs(body, [3, 4, 6, 7, 8, 9, 10, 1], 37),
  NL: (body) => isDutchBsn(body.slice(0, 9)),
  PL: (body) => weightedSum(body, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(body.charAt(9)),
  PT: isPortugueseNif,
  RO: (body) => ((weightedSum(body, [3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === Number(body.charAt(7)),
  SE: (body) => isLuhn(body.slice(0, 10)),
  SI: isSlovenian,
  SK: (body) => Number(body) % 11 === 0 && '234789'.includes(body.charAt(2)),
}

/** Shapes of the body: `#` a digit, `+` a digit from 1 to 8, `L` a letter from A to W, others themselves. */
const SHAPES: Readonly<Record<string, string>> = {
  AT: 'U########',
  BE: '0+########',
  BG: '+########',
  CH: '+########',
  CY: '10######L',
  CZ: '+#######',
  DE: '+########',
  DK: '+#######',
  EE: '10#######',
  EL: '0########',
  ES: 'B########',
  FI: '+#######',
  FR: '###########',
  GB: '+########',
  HR: '+##########',
  HU: '+#######',
  IE: '+######L',
  IT: '0######0#+#',
  LT: '+######1#',
  LU: '+#######',
  LV: '4000#######',
  MT: '+#######',
  NL: '+########B01',
  PL: '+#########',
  PT: '50#######',
  RO: '+#######',
  SE: '55########01',
  SI: '+#######',
  SK: '202#######',
}

/** The body of a VAT number of the country, its check digits right or, for hard negatives, wrong. */
export function vatBody(draw: Draw, country: string, right: boolean): string {
  const shape = SHAPES[country]
  const check = VAT_CHECKS[country]
  if (shape === undefined || check === undefined) throw new Error(`no VAT number for ${country}`)
  const make = (): string =>
    Array.from(shape)
      .map((symbol) => {
        if (symbol === '#') return draw.digits(1)
        if (symbol === 'L') return draw.text('ABCDEFGHIJKLMNOPQRSTUVW', 1)
        return symbol === '+' ? String(draw.between(1, 8)) : symbol
      })
      .join('')
  if (country === 'FR' && right) {
    const siren = drawUntil(() => `${draw.between(3, 8)}${draw.digits(8)}`, isLuhn)
    return frenchKey(siren) + siren
  }
  return drawUntil(make, (body) => check(body) === right && (right || country !== 'FR' || !isLuhn(body)))
}
