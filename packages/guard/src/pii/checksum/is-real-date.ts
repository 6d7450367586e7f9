const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether the month has such a day; the 29th of February counts in every year. */
export function isRealDate(month: number, day: number): boolean {
  return day >= 1 && day <= (DAYS[month - 1] ?? 0)
}
