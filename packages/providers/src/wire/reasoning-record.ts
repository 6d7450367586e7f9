import { stableJson } from '@varve/engine/internal'
import { z } from 'zod'

/**
 * What a provider wants back of its reasoning. All of one step in one record, for a step has one reasoning:
 * the pieces in order with what is bound to each.
 */
const itemSchema = z.discriminatedUnion('kind', [
  /** Anthropic: text and its signature. */
  z.strictObject({ kind: z.literal('thinking'), text: z.string(), signature: z.string() }),
  z.strictObject({ kind: z.literal('redacted'), data: z.string() }),
  /** OpenAI: an encrypted item with its summary. */
  z.strictObject({
    kind: z.literal('encrypted'),
    id: z.string(),
    summary: z.array(z.string()),
    content: z.string(),
  }),
  /** Gemini: a signature on a thought, or on the call that followed it. */
  z.strictObject({ kind: z.literal('thought'), text: z.string(), signature: z.string() }),
  z.strictObject({ kind: z.literal('call'), callId: z.string(), signature: z.string() }),
])

const recordSchema = z.array(itemSchema)

export type ReasoningItem = z.output<typeof itemSchema>

/** Stored with the answer as it is and sent back as it is. */
export function writeReasoning(items: readonly ReasoningItem[]): string {
  return stableJson(items)
}

/** The items of a stored record; none where it is not one of ours. */
export function readReasoning(opaque: string | undefined): readonly ReasoningItem[] {
  if (opaque === undefined) return []
  try {
    return recordSchema.safeParse(JSON.parse(opaque)).data ?? []
  } catch {
    // An older or a foreign form: nothing that could be sent.
    return []
  }
}
