const SHORT_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAY_MILLISECONDS = 86_400_000

/** Days as `YYYY-MM-DD`, reckoned without a time zone. */
export function nextDay(day: string, by = 1): string {
  return new Date(Date.parse(day) + by * DAY_MILLISECONDS).toISOString().slice(0, 10)
}

/** The day that a moment is in, by the calendar of this device. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** `18 Oct`. */
export function shortDay(day: string): string {
  return `${Number(day.slice(8, 10))} ${shortMonth(day)}`
}

/** `Oct 2026`. */
export function shortMonthOfYear(day: string): string {
  return `${shortMonth(day)} ${day.slice(0, 4)}`
}

function shortMonth(day: string): string {
  return SHORT_MONTHS[Number(day.slice(5, 7)) - 1] ?? ''
}
