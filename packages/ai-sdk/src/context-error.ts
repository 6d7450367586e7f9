export type ContextErrorCode =
  /** Another turn of the context was finished after this one began, or this one was finished before. */
  | 'stale-turn'
  /** What was saved cannot be read. */
  | 'bad-save'
  /** A tool's schema is a promise. */
  | 'late-schema'
  /** The result is of another major version of `ai`. */
  | 'wrong-sdk'

/** The one error of this package; what does not fit a model's window is a `BudgetError` of the engine. */
export class ContextError extends Error {
  readonly code: ContextErrorCode

  constructor(code: ContextErrorCode, message: string) {
    super(message)
    this.name = 'ContextError'
    this.code = code
  }
}
