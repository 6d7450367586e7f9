const underWay = new Set<Promise<unknown>>()

/**
 * Counts a change of a chat, such as a setting or what it forgets, or of what holds in all of them, such as the rules of
 * the guard, as under way until it is made or refused.
 */
export function chatChange<T>(change: Promise<T>): Promise<T> {
  const end = () => void underWay.delete(change)
  underWay.add(change)
  change.then(end, end)
  return change
}

/**
 * Resolves once every change that is under way is made: what is asked next is asked with it. Rejects where one was not,
 * since it would be asked otherwise than the page has just said.
 */
export async function chatChangesMade(): Promise<void> {
  await Promise.all(underWay)
}
