import type { DialledNumber } from './read-numbers.ts'

/** Whether digits are a day, a span of time, an amount or a sum, whatever stands beside them. */
export function isNotDialled(text: string, number: DialledNumber): boolean {
  return (
    isDate(text, number) ||
    beginsWithDate(text, number) ||
    isMoney(text, number) ||
    isSum(text, number) ||
    isSpanOfTime(text, number)
  )
}

function isDate(text: string, { start, shape }: DialledNumber): boolean {
  // `2024-015` is the fifteenth of a year.
  if (/^4-3$/.test(shape) && /^(?:19|20)/.test(text.slice(start, start + 2))) return true
  return /^(?:4 - 2 - 2|2 - 2 - 4|4[-./]2[-./]2|2[-./]2[-./]4|2[-./]2[-./]2)$/.test(shape)
}

/** `2025-03-04 12` of a day with its hour, `20250304`. */
function beginsWithDate(text: string, { start, end }: DialledNumber): boolean {
  return /^(?:(?:19|20)\d\d([-./])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\d)|[0-3]\d([-./])[0-3]\d\2(?:19|20)\d\d(?!\d)|20[0-3]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$)/.test(
    text.slice(start, end),
  )
}

function isMoney(text: string, { start, end }: DialledNumber): boolean {
  return (
    /[$€£¥]\s?$/.test(text.slice(Math.max(0, start - 2), start)) ||
    /^\s?(?:[$€£¥%]|EUR|USD|GBP|kr\b|zł)/.test(text.slice(end, end + 5))
  )
}

/** `2499 - 1327`, and a number behind its point. */
function isSum(text: string, { start, shape }: DialledNumber): boolean {
  // `119.32926` of a place on a map.
  if (/^[123]\.[5-9]$/.test(shape)) return true
  return /^[1-9]\d? - \d+$/.test(shape) ? !/[0(]/.test(text[start] ?? '') : /^1\.\d+$/.test(shape)
}

/** From an hour or a year to another, as in `0715-0930` and `1958-1962`. */
function isSpanOfTime(text: string, { start, end, shape }: DialledNumber): boolean {
  return (
    shape === '4-4' &&
    /^(?:1[89]|20)\d\d\D(?:1[89]|20)\d\d$|^(?:[01]\d|2[0-4])[0-5]\d\D(?:[01]\d|2[0-4])[0-5]\d$/.test(
      text.slice(start, end),
    )
  )
}

/** Numbers of a lottery: pairs up to 49 that rise. */
export function isDraw(text: string, { start, end, shape }: DialledNumber): boolean {
  if (!/^2(?:[ -]2){4,6}$/.test(shape)) return false
  const pairs = text.slice(start, end).split(/\D/).map(Number)
  return pairs.every((pair, at) => pair < 50 && pair > (pairs[at - 1] ?? 0))
}
