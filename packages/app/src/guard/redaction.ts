import { NO_REDACTIONS, type RedactionState } from '@varve/guard'
import type { Privacy } from '@varve/workspace'
import { z } from 'zod'

/** A file whose text became an instruction of a turn, and how it was marked then. */
export interface InstructionFile {
  readonly path: string
  readonly mark: Privacy
  /** The message called it by name: it is in the turn itself and not in the system prompt. */
  readonly inMessage?: true | undefined
}

/** What was taken out of a conversation up to a turn, and what the user let through. Sealed where it is kept. */
export interface Redaction {
  /** What is behind each placeholder. */
  readonly state: RedactionState
  /** Types that are replaced in all of the conversation. */
  readonly types: readonly string[]
  /** Types that are always replaced, and that nothing up to here held. */
  readonly searched?: readonly string[]
  /** Values that the user chose to send as they are. */
  readonly allowed: readonly string[]
  /** The conversation up to here has passed the guard. */
  readonly guarded: boolean
  /** The rules of the workspace that it was guarded by, where they ask about more than the usual. */
  readonly rules?: string | undefined
  /** Values became known while the turn was answered: what was sent before may hold them. */
  readonly unsearched?: true
  /** Marked files whose text was an instruction up to here: the answers drew on them. */
  readonly instructions?: readonly InstructionFile[]
  /** What was behind placeholders cannot be opened; of this moment, and not kept. */
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
  rules: z.string().optional(),
  unsearched: z.literal(true).exactOptional(),
  instructions: z
    .array(
      z.object({
        path: z.string(),
        mark: z.enum(['open', 'local-only', 'private']),
        inMessage: z.literal(true).optional(),
      }),
    )
    .exactOptional(),
})

export function printRedaction(redaction: Redaction): string {
  const { lost: _, ...kept } = redaction
  return JSON.stringify(kept)
}

/** Undefined where it is none of ours. */
export function parseRedaction(text: string): Redaction | undefined {
  return SCHEMA.safeParse(JSON.parse(text)).data
}

export function isEmptyRedaction({
  types,
  searched = [],
  allowed,
  state,
  rules,
  instructions = [],
}: Redaction): boolean {
  if (rules !== undefined) return false
  const isListed = [types, searched, allowed, instructions].some((list) => list.length > 0)
  return !isListed && Object.keys(state.values).length === 0
}

/** Whether values became known since. */
export function knowsMore({ values }: RedactionState, than: RedactionState): boolean {
  return Object.keys(values).length > Object.keys(than.values).length
}

/** With the marked ones among the files that a turn was instructed by; what is open needs no record. */
export function withInstructions(redaction: Redaction, files: readonly InstructionFile[]): Redaction {
  const marked = files.filter(({ mark }) => mark !== 'open')
  if (marked.length === 0) return redaction
  const all = [...(redaction.instructions ?? []), ...marked]
  const instructions = [...new Map(all.map((file) => [JSON.stringify(file), file])).values()]
  return { ...redaction, instructions }
}
