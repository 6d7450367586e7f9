import { z } from 'zod'

/** What a user asked for with a message, beside its words and what is attached. */
export interface TurnOptions {
  readonly active?: string | undefined
  readonly remoteImages?: boolean | undefined
  /** Asked side by side, in this order. */
  readonly models?: readonly string[] | undefined
  /** The answer that was cut off and that this turn goes on with. */
  readonly continues?: string | undefined
}

const OPTIONS = z.object({
  active: z.string().optional(),
  remoteImages: z.boolean().optional(),
  models: z.array(z.string()).optional(),
  continues: z.string().optional(),
})

/** As they are stored; what cannot be read counts as not asked for. */
export function readTurnOptions(value: unknown): TurnOptions {
  return OPTIONS.safeParse(value).data ?? {}
}
