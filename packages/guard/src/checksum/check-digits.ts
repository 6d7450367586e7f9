const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether the month has such a day; the 29th of February counts in every year. */
export function isRealDate(month: number, day: number): boolean {
  return day >= 1 && day <= (DAYS[month - 1] ?? 0)
}

/** The sum of each digit times its weight; letters must have been replaced before. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at += 1) sum += (digits.charCodeAt(at) - 48) * (weights[at] ?? 0)
  return sum
}

/** Whether the digits end in their Luhn check digit (cards, SIN and others). */
export function isLuhnValid(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    const doubled = digit * 2
    sum += at % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** The remainder by 97 of a number in digits and letters, where A counts 10 and Z 35. */
export function remainderBy97(value: string): number {
  let remainder = 0
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at)
    const number = code <= 57 ? code - 48 : code - 55
    remainder = number > 9 ? (remainder * 100 + number) % 97 : (remainder * 10 + number) % 97
  }
  return remainder
}

/** Whether the account number in capitals and digits, country first, holds its two check digits (ISO 13616). */
export function isIbanValid(iban: string): boolean {
  return remainderBy97(iban.slice(4) + iban.slice(0, 4)) === 1
}

/** ISO 7064 mod 11, 10: Germany's tax and VAT numbers, Croatia's OIB. */
export function isMod11And10Valid(digits: string): boolean {
  let product = 10
  for (let at = 0; at < digits.length - 1; at += 1) {
    const sum = (digits.charCodeAt(at) - 48 + product) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return (product + digits.charCodeAt(digits.length - 1) - 48) % 10 === 1
}

const MULTIPLY = [
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
const PERMUTE = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

/** Whether the digits end in their Verhoeff check digit. */
export function isVerhoeffValid(digits: string): boolean {
  let check = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    const permuted = Number(PERMUTE[at % 8]?.[digit])
    check = Number(MULTIPLY[check]?.[permuted])
  }
  return check === 0
}

/** The number of a taxpayer: the last three digits are the remainder of the others by 511. */
export function isSpiValid(digits: string): boolean {
  return /^[0-3]/.test(digits) && Number(digits.slice(0, 10)) % 511 === Number(digits.slice(10))
}

const LETTERS = ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FOW', 'GPX', 'HQY', 'IRZ']

/** A bank account as it was written before the IBAN: bank, branch, account, and a key by 97. */
export function isRibValid(code: string): boolean {
  const digits = code.replace(/[A-Z]/g, (letter) =>
    String(LETTERS.findIndex((set) => set.includes(letter)) + 1),
  )
  if (!/^\d{23}$/.test(digits)) return false
  const part = (from: number, to: number): number => Number(digits.slice(from, to))
  return 97 - ((89 * part(0, 5) + 15 * part(5, 10) + 3 * part(10, 21)) % 97) === part(21, 23)
}

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

/** An identity card or passport number: nine characters, sometimes followed by a check digit. */
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

const SPANISH = 'TRWAGMYFPDXBNJZSQVHLCKE'
const FINNISH = '0123456789ABCDEFHJKLMNPRSTUVWXY'
const IRISH = 'WABCDEFGHIJKLMNOPQRSTUV'
const ITALIAN_MONTHS = 'ABCDEHLMPRST'
const ITALIAN_ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

/** Spain's DNI and NIE: the letter is the remainder by 23. */
export function isDniValid(code: string): boolean {
  const match = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(code)
  if (!match) return false
  const [, first = '', digits = '', letter = ''] = match
  if (first.length + digits.length !== 8) return false
  const whole = Number((first === '' ? '' : String('XYZ'.indexOf(first))) + digits)
  return SPANISH[whole % 23] === letter
}

/** Spain's number of a company: a letter for its form, seven digits, and a check in digit or letter. */
export function isCifValid(code: string): boolean {
  const match = /^([ABCDEFGHJNPQRSUVW])(\d{7})([\dA-J])$/.exec(code)
  if (!match) return false
  const [, , digits = '', check = ''] = match
  let sum = 0
  for (let at = 0; at < 7; at += 1) {
    const digit = Number(digits[at])
    sum += at % 2 === 1 ? digit : Math.floor((digit * 2) / 10) + ((digit * 2) % 10)
  }
  const expected = (10 - (sum % 10)) % 10
  return check === String(expected) || check === 'JABCDEFGHI'[expected]
}

/** Italy's codice fiscale. Letters may replace digits to keep two people's codes apart. */
export function isCodiceFiscaleValid(code: string): boolean {
  if (!/^[A-Z]{6}[\dLMNPQRSTUV]{2}[ABCDEHLMPRST][\dLMNPQRSTUV]{2}[A-Z][\dLMNPQRSTUV]{3}[A-Z]$/.test(code))
    return false
  const digitOf = (letter: string): number =>
    /\d/.test(letter) ? Number(letter) : 'LMNPQRSTUV'.indexOf(letter)
  const day = (digitOf(code[9] ?? '') * 10 + digitOf(code[10] ?? '')) % 40
  if (!isRealDate(ITALIAN_MONTHS.indexOf(code[8] ?? '') + 1, day)) return false
  let sum = 0
  for (let at = 0; at < 15; at += 1) {
    const rank = rankOf(code[at] ?? '')
    sum += at % 2 === 0 ? (ITALIAN_ODD[rank] ?? 0) : rank
  }
  return String.fromCharCode(65 + (sum % 26)) === code[15]
}

/** 0 to 9 for a digit, 0 to 25 for a letter. */
function rankOf(character: string): number {
  const code = character.charCodeAt(0)
  return code <= 57 ? code - 48 : code - 65
}

/** Finland: a birthday, a sign for the century, three digits, and the remainder by 31. */
export function isHenkilotunnusValid(code: string): boolean {
  const match = /^(\d\d)(\d\d)(\d\d)[-+A-FU-Y](\d{3})([0-9A-Y])$/.exec(code)
  if (!match) return false
  const [, day = '', month = '', year = '', order = '', check = ''] = match
  return isRealDate(Number(month), Number(day)) && FINNISH[Number(day + month + year + order) % 31] === check
}

/** Ireland's PPS number, also its VAT number of a person: weights 8 to 2, and 9 for a second letter. */
export function isPpsnValid(code: string): boolean {
  const match = /^(\d{7})([A-W])([A-IW]?)$/.exec(code)
  if (!match) return false
  const [, digits = '', check = '', second = ''] = match
  let sum = second === '' || second === 'W' ? 0 : 9 * (second.charCodeAt(0) - 64)
  for (let at = 0; at < 7; at += 1) sum += (8 - at) * Number(digits[at])
  return IRISH[sum % 23] === check
}

const VIN_VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** The number of a vehicle: the ninth sign is the remainder by 11, which America and China ask for. */
export function isVinValid(code: string): boolean {
  let sum = 0
  for (const [at, weight] of VIN_WEIGHTS.entries()) sum += (VIN_VALUES.indexOf(code[at] ?? '') % 10) * weight
  return (sum % 11 === 10 ? 'X' : String(sum % 11)) === code[8]
}
