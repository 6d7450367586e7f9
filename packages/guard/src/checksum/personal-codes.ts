import { isRealDate, isMod11And10Valid, isLuhnValid, isVerhoeffValid, weightedSum } from './check-digits.ts'

const number = (text: string, from: number, to: number): number => Number(text.slice(from, to))
const last = (text: string): number => number(text, text.length - 1, text.length)

/** France: sex, year, month, department, commune, order, and a key of two digits; Corsica has 2A and 2B. */
export function isNirValid(code: string): boolean {
  if (!/^[1-478]\d{4}(?:\d\d|2[AB])\d{8}$/.test(code)) return false
  const month = number(code, 3, 5)
  if (month < 1 || (month > 12 && month < 20) || (month > 42 && month < 50)) return false
  const digits = code.replace('2A', '19').replace('2B', '18')
  return 97 - (number(digits, 0, 13) % 97) === number(digits, 13, 15)
}

/** Germany's tax identification number: one digit twice or three times, the check by ISO 7064. */
export function isSteuerIdValid(digits: string): boolean {
  if (digits[0] === '0' || !isMod11And10Valid(digits)) return false
  const counts = new Map<string, number>()
  for (const digit of digits.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  const repeated = [...counts.values()].filter((count) => count > 1)
  return repeated.length === 1 && (repeated[0] ?? 0) <= 3
}

export function isBsnValid(digits: string): boolean {
  const sum = weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1])
  return number(digits, 0, 9) > 0 && sum % 11 === 0
}

/** Belgium; who was born from 2000 on is counted with a 2 before. */
export function isRijksregisterValid(digits: string): boolean {
  const month = number(digits, 2, 4) % 20
  if (month > 12 || number(digits, 4, 6) > 31) return false
  const [base, check] = [number(digits, 0, 9), number(digits, 9, 11)]
  return 97 - (base % 97) === check || 97 - ((2_000_000_000 + base) % 97) === check
}

export function isPeselValid(digits: string): boolean {
  const month = number(digits, 2, 4) % 20
  if (!isRealDate(month, number(digits, 4, 6))) return false
  return weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0
}

export function isPortugueseNifValid(digits: string): boolean {
  const check = 11 - (weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
  return digits[0] !== '0' && (check > 9 ? 0 : check) === last(digits)
}

/** Sweden, in ten digits or twelve; coordination numbers have 60 added to the day. */
export function isPersonnummerValid(digits: string): boolean {
  if (digits.length === 12 && !/^(?:18|19|20)/.test(digits)) return false
  const short = digits.slice(-10)
  return isRealDate(number(short, 2, 4), number(short, 4, 6) % 60) && isLuhnValid(short)
}

/** Denmark: a date and four digits; the old check digit no longer holds for all. */
export function isCprPlausible(digits: string): boolean {
  return isRealDate(number(digits, 2, 4), number(digits, 0, 2))
}

/** Austria: three digits, the check, and a birthday whose month may be 13 to 15. */
export function isSvnrValid(digits: string): boolean {
  const month = number(digits, 6, 8)
  if (digits[0] === '0' || !isRealDate(month > 12 ? 1 : month, number(digits, 4, 6)) || month > 15)
    return false
  return weightedSum(digits, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === number(digits, 3, 4)
}

/** Czechia and Slovakia: women have 50 added to the month, and 20 more where a day ran out of numbers. */
export function isRodneCisloValid(digits: string): boolean {
  const month = (number(digits, 2, 4) % 50) % 20
  if (!isRealDate(month, number(digits, 4, 6))) return false
  if (digits.length === 9) return number(digits, 0, 2) < 54
  const rest = number(digits, 0, 9) % 11
  return (rest === 10 ? 0 : rest) === last(digits)
}

export function isCnpValid(digits: string): boolean {
  if (digits[0] === '0' || !isRealDate(number(digits, 3, 5), number(digits, 5, 7))) return false
  const rest = weightedSum(digits, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
  return (rest === 10 ? 1 : rest) === last(digits)
}

/** Bulgaria: 20 or 40 is added to the month before 1900 and from 2000 on. */
export function isEgnValid(digits: string): boolean {
  if (!isRealDate(number(digits, 2, 4) % 20, number(digits, 4, 6))) return false
  return (weightedSum(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === last(digits)
}

export function isOibValid(digits: string): boolean {
  return isMod11And10Valid(digits)
}

export function isAfmValid(digits: string): boolean {
  if (/^0+$/.test(digits)) return false
  return (weightedSum(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(digits)
}

export function isAmkaValid(digits: string): boolean {
  return isRealDate(number(digits, 2, 4), number(digits, 0, 2)) && isLuhnValid(digits)
}

/** Hungary's tax number of a person: an 8, days since 1867, and a check. */
export function isAdoazonositoValid(digits: string): boolean {
  return digits[0] === '8' && weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 === last(digits)
}

/** Hungary's personal number; the weights of the check turned round in 1997. */
export function isSzemelyiSzamValid(digits: string): boolean {
  if (!isRealDate(number(digits, 3, 5), number(digits, 5, 7))) return false
  const rising = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) % 11
  const falling = weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11
  return rising === last(digits) || falling === last(digits)
}

export function isTajValid(digits: string): boolean {
  return Number(digits) > 0 && weightedSum(digits, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === last(digits)
}

/** Estonia and Lithuania share one form. */
export function isBalticCodeValid(digits: string): boolean {
  if (!/^[1-8]/.test(digits) || !isRealDate(number(digits, 3, 5), number(digits, 5, 7))) return false
  const first = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11
  const second = weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11
  return (first < 10 ? first : second % 10) === last(digits)
}

/** Latvia: a date and a check before 2017, 32 to 39 and no date from then on. */
export function isPersonasKodsValid(digits: string): boolean {
  if (/^3[2-9]/.test(digits)) return true
  if (!isRealDate(number(digits, 2, 4), number(digits, 0, 2))) return false
  const sum = weightedSum(digits, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])
  return ((1 + sum) % 11) % 10 === last(digits)
}

export function isEmsoValid(digits: string): boolean {
  if (!isRealDate(number(digits, 2, 4), number(digits, 0, 2))) return false
  const rest = weightedSum(digits, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
  return ((11 - rest) % 11) % 10 === last(digits)
}

/** Luxembourg: a birthday, three digits, and two checks, one by Luhn and one by Verhoeff. */
export function isMatriculeValid(digits: string): boolean {
  if (!/^(?:18|19|20)/.test(digits) || !isRealDate(number(digits, 4, 6), number(digits, 6, 8))) return false
  return isLuhnValid(digits.slice(0, 12)) && isVerhoeffValid(digits.slice(0, 11) + digits.slice(12))
}

/** Canada's SIN: none begins with 0, and those with 8 are numbers of businesses. */
export function isSinValid(digits: string): boolean {
  return /^[1-79]/.test(digits) && isLuhnValid(digits)
}

/** The NHS of England: ten digits whose last is 11 less the weighted sum of the others. */
export function isNhsValid(digits: string): boolean {
  const check = (11 - (weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return check !== 10 && check === last(digits) && !/^(\d)\1{9}$/.test(digits)
}

/** Australia's tax file number, of nine digits. */
export function isTfnValid(digits: string): boolean {
  return Number(digits) > 0 && weightedSum(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0
}

/** Australia's Medicare: eight digits, their check, how often the card was issued, and perhaps a person on it. */
export function isMedicareValid(digits: string): boolean {
  if (!/^[2-6]\d{8}[1-9]/.test(digits)) return false
  return weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === number(digits, 8, 9)
}

/** India's Aadhaar: no one's begins with 0 or 1. */
export function isAadhaarValid(digits: string): boolean {
  return /^[2-9]/.test(digits) && !/^(\d)\1+$/.test(digits) && isVerhoeffValid(digits)
}

/** Brazil's CPF of a person and CNPJ of a company: two checks, each over all digits before it. */
export function isCpfValid(digits: string): boolean {
  return hasBrazilianChecks(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
}

export function isCnpjValid(digits: string): boolean {
  return hasBrazilianChecks(digits, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
}

function hasBrazilianChecks(digits: string, weights: readonly number[]): boolean {
  if (/^(\d)\1+$/.test(digits)) return false
  const checkOf = (own: readonly number[]): number => {
    const rest = weightedSum(digits, own) % 11
    return rest < 2 ? 0 : 11 - rest
  }
  const first = digits.length - 2
  return checkOf(weights.slice(1)) === number(digits, first, first + 1) && checkOf(weights) === last(digits)
}

/** Switzerland's AHV number: 756 for the country, and the check of a bar code. */
export function isAhvValid(digits: string): boolean {
  return digits.startsWith('756') && weightedSum(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0
}
