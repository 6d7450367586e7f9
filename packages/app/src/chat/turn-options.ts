import { hashText } from '@varve/engine/internal'
import { z } from 'zod'
import type { AreaView, GuardSummaryView, RunnerName, TurnView } from '@varve/contract'
import type { LostSource } from '../files/lost-source.ts'

/** What a user asked for with a message, beside its words and what is attached. */
export interface TurnOptions {
  readonly active?: string | undefined
  readonly remoteImages?: boolean | undefined
  /** Asked side by side, in this order. */
  readonly models?: readonly string[] | undefined
  /** The answer that was cut off and that this turn continues with. */
  readonly continues?: string | undefined
  readonly guard?: GuardSummaryView | undefined
  readonly areas?: readonly AreaView[] | undefined
  readonly jurisdictions?: readonly string[] | undefined
  /** The project whose pinned notes this branch has been given, and which those are. */
  readonly project?: string | undefined
  /** What the models read where templates were filled in, and the hash of what was typed. [L4-1] */
  readonly sent?: { readonly text: string; readonly of: string } | undefined
  /** How it is answered, where that is not by a plain call: a repetition does the same. */
  readonly runner?: RunnerName | undefined
  /** Passages that Varve found in the notes and sent. */
  readonly passages?: TurnView['passages']
  /** The agent that the message called; empty for whichever the chat has. */
  readonly agent?: string | undefined
  /** Notes are written, each change after it was accepted. */
  readonly composer?: boolean | undefined
  /** Imported: its content was written for another program. */
  readonly imported?: boolean | undefined
  /** What it has attached are names: the file that it came with held none of their texts. */
  readonly namedOnly?: boolean | undefined
  /** What turns before it were given and no state tells any more; read by `readLost`. */
  readonly lost?: readonly LostSource[] | undefined
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
  sent: z.object({ text: z.string(), of: z.string() }).optional(),
  runner: z.enum(['auto', 'chat', 'plus', 'agent', 'vault-qa']).optional(),
  passages: z
    .array(
      z.object({
        place: z.string(),
        path: z.string(),
        title: z.string(),
        lines: z.tuple([z.number(), z.number()]),
        unit: z.enum(['line', 'page', 'cell']).optional(),
      }),
    )
    .optional(),
  agent: z.string().optional(),
  composer: z.boolean().optional(),
  imported: z.boolean().optional(),
  namedOnly: z.boolean().optional(),
})

/** As they are stored; what cannot be read counts as not asked for. */
export function readTurnOptions(value: unknown): TurnOptions {
  return (OPTIONS.safeParse(value).data as TurnOptions | undefined) ?? {}
}

/** What the models read of a message. In a chat file its words may have been changed since. [L4-1] */
export function sentText({ text, options }: { readonly text: string; readonly options: unknown }): string {
  const { sent } = readTurnOptions(options)
  return sent?.of === hashText(text) ? sent.text : text
}

/** How what was sent is kept where it is not what was typed. */
export function sentOption(typed: string, text: string): Pick<TurnOptions, 'sent'> {
  return typed === text ? {} : { sent: { text, of: hashText(typed) } }
}
