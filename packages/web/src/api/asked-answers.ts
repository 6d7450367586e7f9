/**
 * Answers that this page asked for and has not read aloud yet. One may end before the page has seen it run, and must
 * not be taken for one that was there before.
 */
const waiting = new Set<string>()

export function rememberAsked(answerId: string): void {
  waiting.add(answerId)
}

/** Whether it waits to be read aloud; from now on it does not. */
export function takeAsked(answerId: string): boolean {
  return waiting.delete(answerId)
}
