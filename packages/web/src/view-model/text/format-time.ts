/** The time of day on this device: `14:32`. */
export function formatClock(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The time of day to the second: `14:32:07`. */
export function formatClockSeconds(iso: string): string {
  const clock = formatClock(iso)
  return clock === '' ? '' : `${clock}:${two(new Date(iso).getSeconds())}`
}

/** How long something took: `0.4 s`, `3.8 s`, `1 min 12 s`. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1_000
  if (seconds < 59.95) return `${seconds.toFixed(1)}\u00a0s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}\u00a0min ${whole % 60}\u00a0s`
}

/** How long something took, also where that is less than a blink: `0.3 ms`, `34 ms`, `1.2 s`. */
export function formatBrief(milliseconds: number): string {
  if (milliseconds >= 999.5) return formatDuration(milliseconds)
  const places = milliseconds > 0 && milliseconds < 9.95 ? 1 : 0
  return `${milliseconds.toFixed(places)}\u00a0ms`
}

/** What is left until a moment: `4:12`, `0:07`; from an hour on in hours: `23 h`. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  if (seconds >= 3_600) return `${Math.floor(seconds / 3_600)}\u00a0h`
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
