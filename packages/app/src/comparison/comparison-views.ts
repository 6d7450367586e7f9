/** What a model made of several answers to one question. */
export interface ComparisonView {
  /** Markdown. */
  readonly text: string
  readonly modelId: string
  readonly modelName: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly costUSD: number
}

/** What a comparison would take. */
export interface ComparisonForecastView {
  readonly modelId: string
  readonly modelName: string
  readonly inputTokens: number
  /** Of these, what was attached to the question and found for it. */
  readonly contextTokens: number
  readonly costUSD: number
}
