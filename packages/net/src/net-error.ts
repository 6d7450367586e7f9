/** Everything that a fetch of this package can refuse or fail at. */
export type NetErrorCode =
  | 'invalid-url'
  | 'scheme-forbidden'
  | 'credentials-forbidden'
  | 'port-forbidden'
  | 'name-forbidden'
  | 'address-forbidden'
  | 'header-forbidden'
  | 'redirect-refused'
  | 'too-many-redirects'
  | 'not-resolved'
  | 'not-connected'
  | 'too-large'
  | 'bad-encoding'
  | 'timed-out'
  | 'aborted'

/**
 * The one error of this package. The message says what was refused and why, names a host but never a path, a
 * query or the address behind a name, since these may be secrets of the user or of the network.
 */
export class NetError extends Error {
  override readonly name = 'NetError'
  readonly code: NetErrorCode

  constructor(code: NetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
