import { isRealDate } from './is-real-date.ts'

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

/** Italy's codice fiscale; letters may stand for digits where two people would have the same. */
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
