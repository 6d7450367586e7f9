export type StoreErrorCode =
  | 'sqlite-too-old'
  | 'schema-newer'
  | 'schema-preview'
  | 'in-use'
  | 'disk-full'
  | 'input-output'
  | 'corrupt'
  | 'conflict'
  | 'busy'
  | 'in-doubt'
  | 'closed'
  | 'master-key-missing'
  | 'master-key-refused'
  | 'seal-broken'
  | 'seal-foreign'
  | 'failed'

/**
 * Everything the database and its keys can refuse. `conflict` means that the write was undone as a whole, `in-doubt` that
 * it may have happened: who writes again looks first, or writes what counts once.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
