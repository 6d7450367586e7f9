/** A rule that does not hold, with the place. */
export interface Violation {
  /** The name of the rule in SPEC.md, e.g. `P-1`. */
  readonly rule: string
  readonly message: string
}
