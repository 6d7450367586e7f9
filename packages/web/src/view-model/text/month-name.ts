const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** The month of a day, by the calendar of this device. */
export function monthName(date: Date): string {
  return MONTHS[date.getMonth()] ?? ''
}
