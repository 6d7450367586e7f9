import { isRealDate } from './is-real-date.ts'

/** Weights by place, over and over; of each product its digits are added. */
function crossSum(digits: string, weights: readonly number[]): number {
  let sum = 0
  for (const [at, digit] of Array.from(digits, Number).entries()) {
    const product = digit * (weights[at % weights.length] ?? 0)
    sum += Math.floor(product / 10) + (product % 10)
  }
  return sum
}

/** The place of a capital in the alphabet, in two digits. */
function placeOf(letter: string): string {
  return String(letter.charCodeAt(0) - 64).padStart(2, '0')
}

/** Of the pension insurance: where, a birthday, the first letter of a name, a count, and a check. */
export function isPensionNumberValid(code: string): boolean {
  const match = /^(\d\d)(\d\d)(\d\d)(\d\d)([A-Z])(\d\d)(\d)$/.exec(code)
  if (!match) return false
  const [, place = '', day = '', month = '', year = '', letter = '', count = '', check = ''] = match
  if (!isRealDate(Number(month), Number(day))) return false
  const digits = `${place}${day}${month}${year}${placeOf(letter)}${count}`
  return crossSum(digits, [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1]) % 10 === Number(check)
}

/** Of the health insurance, for life: a letter, eight digits, and a check. */
export function isHealthNumberValid(code: string): boolean {
  const match = /^([A-Z])(\d{8})(\d)$/.exec(code)
  if (!match) return false
  const [, letter = '', digits = '', check = ''] = match
  return crossSum(`${placeOf(letter)}${digits}`, [1, 2]) % 10 === Number(check)
}

/** Of an identity card or a passport: nine characters, and the check that stands behind them in places. */
export function isCardNumberValid(code: string): boolean {
  const match = /^([CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8})(\d?)$/.exec(code)
  if (!match) return false
  const [, number = '', check = ''] = match
  if (number.replace(/\D/g, '').length < 2) return false
  if (check === '') return true
  const weights = [7, 3, 1]
  let sum = 0
  for (const [at, character] of Array.from(number).entries())
    sum += Number.parseInt(character, 36) * (weights[at % 3] ?? 0)
  return sum % 10 === Number(check)
}
