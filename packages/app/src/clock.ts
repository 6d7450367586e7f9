export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
}
