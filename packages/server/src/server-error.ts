import type { ServerErrorCode } from '@varve/contract'

/** What the server refuses by itself, before the app is asked. */
export class ServerError extends Error {
  override readonly name = 'ServerError'
  readonly code: ServerErrorCode

  constructor(code: ServerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
