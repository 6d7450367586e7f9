/** One turn of a trace as it is written; fields in the documented order, empty ones left out. */
export interface ConvertedTurn {
  readonly conversation: string
  readonly turn: number
  readonly at?: string
  readonly model?: string
  readonly system?: string
  readonly tools?: readonly ConvertedCall[]
  readonly user: string
  readonly assistant?: string
  readonly error?: string
  /** What the provider billed for each call of the turn, in order, where the session says so. */
  readonly reported?: readonly ReportedCall[]
}

export interface ConvertedCall {
  readonly name: string
  readonly args: unknown
  readonly result: string
  readonly step: number
  readonly text?: string
  readonly at?: string
}

export interface ReportedCall {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** A session in the form of a trace, with what the form could not take. */
export interface ConvertedSession {
  readonly turns: readonly ConvertedTurn[]
  readonly losses: readonly string[]
}

export type ConversionResult =
  | ({ readonly kind: 'converted' } & ConvertedSession)
  | { readonly kind: 'malformed'; readonly reason: string; readonly line?: number }

/** Counts what a conversion leaves out, so that it can be said in a line each. */
export class LossCounter {
  readonly #counts = new Map<string, number>()

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  list(): readonly string[] {
    return [...this.#counts].map(([what, count]) => `${count} ${what}`)
  }
}
