/** What a moment is on the clock of this machine, in milliseconds as if that clock were UTC; summer time counts as it did then. */
export function wallClock(milliseconds: number): number {
  return milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000
}
