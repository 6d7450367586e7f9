export interface FetchLimits {
  /** Of the body as it comes over the wire. */
  readonly bytes: number
  /** Of the body after every decompression. */
  readonly decompressedBytes: number
  /** For everything together: resolving, every hop, and the last byte of the body. */
  readonly milliseconds: number
  /** Hops after the first request. */
  readonly redirects: number
}

/** Enough for a long page or a large paper; too little to hurt the machine. */
export const DEFAULT_LIMITS: FetchLimits = {
  bytes: 20 * 1024 * 1024,
  decompressedBytes: 40 * 1024 * 1024,
  milliseconds: 20_000,
  redirects: 5,
}
