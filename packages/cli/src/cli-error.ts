export type CliErrorCode =
  | 'usage'
  | 'page-not-built'
  | 'input-unreadable'
  | 'input-malformed'
  | 'does-not-fit'
  | 'output-unwritable'
  | 'line-failed'
  | 'private-found'
  | 'answer-failed'
  | 'stopped'
  | 'index-unsound'
  | 'port-taken'
  | 'not-running'

/** What a command refuses by itself; what lies below has its own errors. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: CliErrorCode

  constructor(code: CliErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
