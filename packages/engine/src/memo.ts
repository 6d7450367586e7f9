/** Remembers results by content. It makes a step fast and changes no byte. */
export interface Memo {
  readonly recall: <T>(kind: string, id: string, compute: () => T) => T
}

/** Computes everything again. */
export const NO_MEMO: Memo = { recall: (_kind, _id, compute) => compute() }

/** A memo that keeps the most recently used results. */
export function createMemo(maximumEntries = 50_000): Memo {
  const results = new Map<string, unknown>()
  return {
    recall: <T>(kind: string, id: string, compute: () => T): T => {
      const name = `${kind}\n${id}`
      if (results.has(name)) {
        const found = results.get(name) as T
        results.delete(name)
        results.set(name, found)
        return found
      }
      const made = compute()
      results.set(name, made)
      if (results.size > maximumEntries) {
        const oldest = results.keys().next()
        if (!oldest.done) results.delete(oldest.value)
      }
      return made
    },
  }
}
