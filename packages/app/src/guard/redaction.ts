import { NO_REDACTIONS, type RedactionState } from '@varve/guard'
import { z } from 'zod'

/** What was taken out of a conversation up to a turn, and what the user let through. Sealed where it is kept. */
export interface Redaction {
  /** What stands behind each placeholder. */
  readonly state: RedactionState
  /** Types that are replaced in all of the conversation. */
  readonly types: readonly string[]
  /** Types that are always replaced, and that nothing up to here held. */
  readonly searched?: readonly string[]
  /** Values that the user chose to send as they are. */
  readonly allowed: readonly string[]
  /** All of the conversation up to here has gone through the guard. */
  readonly guarded: boolean
  /** Values became known while the turn was answered: what was sent before may hold them. */
  readonly unsearched?: true
  /** What stood behind placeholders cannot be opened; of this moment, and not kept. */
  readonly lost?: true
}

export const NO_REDACTION: Redaction = {
  state: NO_REDACTIONS,
  types: [],
  allowed: [],
  guarded: false,
}

const SCHEMA = z.object({
  state: z.custom<RedactionState>((value) => typeof value === 'object' && value !== null),
  types: z.array(z.string()),
  searched: z.array(z.string()).exactOptional(),
  allowed: z.array(z.string()),
  guarded: z.boolean(),
  unsearched: z.literal(true).exactOptional(),
})

export function printRedaction(redaction: Redaction): string {
  const { lost: _, ...kept } = redaction
  return JSON.stringify(kept)
}

/** Undefined where it is none of ours. */
export function parseRedaction(text: string): Redaction | undefined {
  return SCHEMA.safeParse(JSON.parse(text)).data
}

export function isEmptyRedaction({ types, searched = [], allowed, state }: Redaction): boolean {
  const isListed = types.length > 0 || searched.length > 0 || allowed.length > 0
  return !isListed && Object.keys(state.values).length === 0
}

/** Whether values became known since. */
export function knowsMore({ values }: RedactionState, than: RedactionState): boolean {
  return Object.keys(values).length > Object.keys(than.values).length
}
