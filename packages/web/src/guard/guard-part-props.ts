import type { GuardPolicy } from '../api/guard-types.ts'

/** What a part of the guard's settings shows and changes. */
export interface GuardPartProps {
  readonly policy: GuardPolicy
  /** Saves what differs, at once. */
  readonly onChange: (change: Partial<GuardPolicy>, options?: { readonly onSuccess?: () => void }) => void
}
