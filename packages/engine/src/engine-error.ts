/** Everything the engine can refuse; server status and exit code are tables over these. */
export type EngineErrorCode =
  | 'invalid-path'
  | 'invalid-url'
  | 'invalid-key'
  | 'malformed'
  | 'over-budget'
  | 'out-of-order'

/** The one error of this package: `code` for programs, a message with the numbers for people. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
