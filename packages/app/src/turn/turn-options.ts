import { z } from 'zod'
import type { AreaView, GuardSummaryView } from '../views.ts'

/** What a user asked for with a message, beside its words and what is attached. */
export interface TurnOptions {
  readonly active?: string | undefined
  readonly remoteImages?: boolean | undefined
  /** Asked side by side, in this order. */
  readonly models?: readonly string[] | undefined
  /** The answer that was cut off and that this turn goes on with. */
  readonly continues?: string | undefined
  readonly guard?: GuardSummaryView | undefined
  readonly areas?: readonly AreaView[] | undefined
  readonly jurisdictions?: readonly string[] | undefined
  /** The project whose pinned notes this branch has been given, and which those are. */
  readonly project?: string | undefined
}

const COUNTS = z.record(z.string(), z.number()).optional()
const OPTIONS = z.object({
  active: z.string().optional(),
  remoteImages: z.boolean().optional(),
  models: z.array(z.string()).optional(),
  continues: z.string().optional(),
  guard: z.object({ redacted: COUNTS, sent: COUNTS, noted: COUNTS }).optional(),
  areas: z
    .array(z.object({ pack: z.string(), id: z.string(), name: z.string(), confidence: z.number() }))
    .optional(),
  jurisdictions: z.array(z.string()).optional(),
  project: z.string().optional(),
})

/** As they are stored; what cannot be read counts as not asked for. */
export function readTurnOptions(value: unknown): TurnOptions {
  return (OPTIONS.safeParse(value).data as TurnOptions | undefined) ?? {}
}
