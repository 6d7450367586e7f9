/** What a client did, and what was confirmed. */
export interface Ledger {
  /** Texts of messages that were acknowledged; each is in one message only. */
  readonly messages: Set<string>
  /** Ids of answers that were acknowledged. */
  readonly answers: Set<string>
  /** Titles that were acknowledged last, by chat; a later one may have been written. */
  readonly titles: Map<string, Set<string>>
  readonly counts: Map<string, number>
}

export function createLedger(): Ledger {
  return { messages: new Set(), answers: new Set(), titles: new Map(), counts: new Map() }
}

export function count({ counts }: Ledger, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
