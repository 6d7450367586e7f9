/** What a model is asked for beside the answers of a chat. */
export type AsidePurpose = 'title' | 'plan' | 'summary' | 'comparison'

/** A call of a model beside the answers of a turn, in figures. */
export interface AsideView {
  readonly id: string
  readonly purpose: AsidePurpose
  readonly modelId: string
  readonly modelName: string
  /** The answer that it was made for; of several that began together, the first. */
  readonly answerId: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly milliseconds: number
  readonly costUSD: number
  /** Absent where the call failed before any were told. */
  readonly tokens?: { readonly input: number; readonly cached: number; readonly output: number }
  /** Why nothing came of it. */
  readonly error?: string
}

/** What was said in one of them, as it was sent and received: without what was redacted. */
export interface AsideTextView {
  readonly id: string
  /** Absent once it was deleted. */
  readonly request?: string
  readonly answer?: string
}
