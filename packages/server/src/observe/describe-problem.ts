/** Longer than the beginning of any sentence of ours. */
const MAXIMUM = 100

/**
 * How a report begins. Ours begin in words of our own and name the particular after a colon or in quotes; an error of
 * the runtime may repeat there what it was given. So nothing from there on is kept.
 */
export function describeProblem(message: string): string {
  const [beginning = ''] = message.split(/[:"'`“‘«\n\r]/u)
  return beginning.trim().slice(0, MAXIMUM)
}
