export type Mark = readonly [start: number, end: number]

export interface FoundPlace {
  /** 0 at the start, 1 where a word begins, 2 inside one. */
  readonly rank: 0 | 1 | 2
  readonly mark: Mark
}

/** Where a query stands best in a name; both are folded. */
export function findPlace(name: string, wanted: string): FoundPlace | undefined {
  const first = name.indexOf(wanted)
  if (first < 0) return undefined
  for (let at = first; at >= 0; at = name.indexOf(wanted, at + 1))
    if (isWordStart(name, at)) return { rank: at === 0 ? 0 : 1, mark: [at, at + wanted.length] }
  return { rank: 2, mark: [first, first + wanted.length] }
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[\s_.\-()/]/.test(text[at - 1] ?? '')
}
