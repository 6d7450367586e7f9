import { weightedSum } from './weighted-sum.ts'

const CURP_ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
const RFC_ALPHABET = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

/** The routing number of an American bank: weights 3, 7, 1, and the first two digits name a district. */
export function isAbaValid(digits: string): boolean {
  const district = Number(digits.slice(0, 2))
  const isDistrict =
    district <= 12 ||
    (district >= 21 && district <= 32) ||
    (district >= 61 && district <= 72) ||
    district === 80
  return isDistrict && Number(digits) > 0 && weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0
}

/** Mexico's CURP: the sum of each character's rank times 18, 17 … 2. */
export function isCurpValid(code: string): boolean {
  let sum = 0
  for (let place = 0; place < 17; place += 1) sum += CURP_ALPHABET.indexOf(code[place] ?? '') * (18 - place)
  return String((10 - (sum % 10)) % 10) === code[17]
}

/** Mexico's RFC of twelve or thirteen characters; a company's has a space before it. */
export function isRfcValid(code: string): boolean {
  const padded = code.padStart(13, ' ')
  let sum = 0
  for (let place = 0; place < 12; place += 1) sum += RFC_ALPHABET.indexOf(padded[place] ?? '') * (13 - place)
  const check = (11 - (sum % 11)) % 11
  return (check === 10 ? 'A' : String(check)) === padded[12]
}

/** Mexico's CLABE: each product by 3, 7, 1 counts without its tens. */
export function isClabeValid(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < 17; place += 1)
    sum += ((digits.charCodeAt(place) - 48) * ([3, 7, 1][place % 3] ?? 0)) % 10
  return (10 - (sum % 10)) % 10 === digits.charCodeAt(17) - 48
}

/** An SSN in use: neither 000, 666 nor 9 first, no group of zeros alone, and not one of the printed samples. */
export function isSsnPlausible(digits: string): boolean {
  if (!/^(?!000|666|9)\d{3}(?!00)\d\d(?!0000)\d{4}$/.test(digits)) return false
  return !/^(\d)\1{8}$/.test(digits)
}

/** 9xx, then 50 to 65, 70 to 88, 90 to 92 or 94 to 99. */
export function isItinPlausible(digits: string): boolean {
  return /^9\d{2}(?:5\d|6[0-5]|7\d|8[0-8]|9[0-2]|9[4-9])\d{4}$/.test(digits)
}
