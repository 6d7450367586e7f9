export type GuardErrorCode = 'pattern-invalid' | 'pattern-unsafe' | 'name-invalid'

/** What the guard refuses: rules of the user that cannot be run, or not safely. */
export class GuardError extends Error {
  override readonly name = 'GuardError'
  readonly code: GuardErrorCode

  constructor(code: GuardErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
