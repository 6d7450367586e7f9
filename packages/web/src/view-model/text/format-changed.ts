import { formatClock } from './format-time.ts'
import { monthName } from './month-name.ts'

/** When a file changed, as one says it: `today at 14:30`, `yesterday at 9:02`, `28 October`, `3 May 2024`. */
export function formatChanged(milliseconds: number, now: Date): string {
  const then = new Date(milliseconds)
  const days = Math.round((startOfDay(now) - startOfDay(then)) / 86_400_000)
  const clock = () => formatClock(then.toISOString())
  if (days === 0) return `today at ${clock()}`
  if (days === 1) return `yesterday at ${clock()}`
  const day = `${then.getDate()} ${monthName(then)}`
  return then.getFullYear() === now.getFullYear() ? day : `${day} ${then.getFullYear()}`
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
