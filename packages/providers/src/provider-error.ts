import type { ProviderErrorCode, ProviderErrorData } from './wire/wire.ts'

/** The one error of this package: plain data with every secret removed before it was made. */
export class ProviderError extends Error {
  readonly code: ProviderErrorCode
  readonly data: ProviderErrorData

  constructor(data: ProviderErrorData) {
    super(data.message)
    this.name = 'ProviderError'
    this.code = data.code
    this.data = data
  }
}
