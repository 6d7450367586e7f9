import type { Trust } from '../trust/trust-views.ts'

/** What the assistant remembers of the user. */
export interface MemoryView {
  readonly path: string
  readonly content: string
  /** Absent where there is no memory yet. */
  readonly hash?: string
  /** Untrusted memory is given to no model. */
  readonly trust?: Trust
}
