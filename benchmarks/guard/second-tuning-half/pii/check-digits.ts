/** Check-digit arithmetic shared by several kinds of number. */
export const digitsOf = (text: string): readonly number[] => Array.from(text).map(Number)

export const two = (value: number): string => String(value).padStart(2, '0')

export function weightedSum(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(text.charAt(index)), 0)
}

export function luhnDigit(body: string): string {
  const sum = digitsOf(body)
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = index % 2 === 0 ? digit * 2 : digit
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return String((10 - (sum % 10)) % 10)
}

export function isLuhn(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return luhnDigit(digits.slice(0, -1)) === digits.slice(-1)
}

/** ISO 7064 mod 11,10: German and Croatian numbers. */
export function mod1110Digit(body: string): string {
  const product = digitsOf(body).reduce((carry, digit) => {
    const sum = (carry + digit) % 10
    return ((sum === 0 ? 10 : sum) * 2) % 11
  }, 10)
  return String((11 - product) % 10)
}

/** The remainder by 97 of a text of digits and letters, letters counted as 10 to 35. */
export function mod97(text: string): number {
  return Array.from(text).reduce((remainder, character) => {
    const value = Number.parseInt(character, 36)
    return (remainder * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
}

export function isIban(text: string): boolean {
  const compact = text.replace(/\s/g, '')
  return mod97(compact.slice(4) + compact.slice(0, 4)) === 1
}

export function ibanOf(country: string, body: string): string {
  return country + two(98 - mod97(`${body}${country}00`)) + body
}

export const isAba = (text: string): boolean => weightedSum(text, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0

export function isNhs(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  const check = (11 - (weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return digits.length === 10 && check === Number(digits.slice(-1))
}

export function clabeDigit(body: string): string {
  const sum = digitsOf(body).reduce((total, digit, index) => {
    const weight = [3, 7, 1][index % 3] ?? 0
    return total + ((digit * weight) % 10)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

export function curpDigit(body: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
  const sum = Array.from(body).reduce(
    (total, character, index) => total + alphabet.indexOf(character) * (18 - index),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

export function rfcDigit(body: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'
  const sum = Array.from(body.padStart(12, ' ')).reduce(
    (total, character, index) => total + alphabet.indexOf(character) * (13 - index),
    0,
  )
  const rest = sum % 11
  if (rest === 0) return '0'
  return rest === 1 ? 'A' : String(11 - rest)
}
