/** What the user said to what the guard found. */
export interface GuardDecision {
  readonly action: 'redact' | 'send'
  /** Types for which this is to be done from now on without asking, in this workspace. */
  readonly always?: readonly string[] | undefined
  /** What is done with single values instead, by `valueId`. */
  readonly values?: Readonly<Record<string, 'redact' | 'send'>> | undefined
}
