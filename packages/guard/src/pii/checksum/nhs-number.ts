import { weightedSum } from './weighted-sum.ts'

/** Ten digits whose last is 11 less the weighted sum of the others. */
export function isNhsValid(digits: string): boolean {
  const check = (11 - (weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return check !== 10 && check === digits.charCodeAt(9) - 48 && !/^(\d)\1{9}$/.test(digits)
}
