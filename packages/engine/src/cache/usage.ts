/** Prompt tokens of one call by how they are billed; `input` is the sum of the other three. */
export interface Usage {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly uncached: number
}

/** What one call is expected to use and to cost, its answer aside. */
export interface Prediction extends Usage {
  /** With the storage of a cache object that this call creates. */
  readonly costUSD: number
  /** What the same prompt costs where nothing is cached. */
  readonly fullCostUSD: number
}
