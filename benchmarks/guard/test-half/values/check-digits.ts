/** Sum of each digit times the weight at its place. */
export function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits.charAt(index)), 0)
}

/** The digit that makes the whole pass the Luhn test. */
export function luhnDigit(payload: string): string {
  let sum = 0
  for (let index = 0; index < payload.length; index++) {
    const digit = Number(payload.charAt(payload.length - 1 - index))
    const doubled = index % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

export function passesLuhn(digits: string): boolean {
  return luhnDigit(digits.slice(0, -1)) === digits.slice(-1)
}

/** ISO 7064 MOD 11,10. */
export function mod1110Digit(payload: string): string {
  let product = 10
  for (const sign of payload) {
    const sum = (Number(sign) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return String((11 - product) % 10)
}

/** Remainder by 97 of digits and letters, a letter counting as 10 to 35. */
export function remainder97(text: string): number {
  let rest = 0
  for (const sign of text) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

const VERHOEFF_D = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const VERHOEFF_P = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]
const VERHOEFF_INVERSE = '0432156789'

export function verhoeffDigit(payload: string): string {
  let check = 0
  for (let index = 0; index < payload.length; index++) {
    const digit = Number(payload.charAt(payload.length - 1 - index))
    const moved = Number(VERHOEFF_P[(index + 1) % 8]?.charAt(digit))
    check = Number(VERHOEFF_D[check]?.charAt(moved))
  }
  return VERHOEFF_INVERSE.charAt(check)
}

/** Draws until the attempt has a check digit at all. */
export function untilDefined<T>(attempt: () => T | undefined): T {
  for (let count = 0; count < 1000; count++) {
    const value = attempt()
    if (value !== undefined) return value
  }
  throw new Error('No value with a check digit in a thousand draws.')
}

export function two(value: number): string {
  return String(value % 100).padStart(2, '0')
}
