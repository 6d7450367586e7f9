import type { PlacedBlock } from './writing/block.ts'
import type { Message, Part } from './message.ts'

/**
 * Messages without their cache marks: `plan.marks` has those. OpenAI before GPT-5.6, Gemini, DeepSeek and local servers
 * need none; Anthropic caches nothing of a request without them. `markedMessagesOf` keeps them at their parts.
 */
export type UnmarkedMessages = readonly Message[] & { readonly leavesOut?: 'cache marks' }

/** A part, and whether a cache mark follows it. */
export type MarkedPart = Part & { readonly mark: boolean }

export interface MarkedMessage {
  readonly role: Message['role']
  readonly parts: readonly MarkedPart[]
}

type Blocks = Iterable<Pick<PlacedBlock, 'role' | 'part'>>

/** The neutral messages of a request: neighbouring blocks of one role are the parts of one message. */
export function messagesOf(plan: { readonly blocks: Blocks }): UnmarkedMessages {
  return group(plan.blocks, ({ part }) => part)
}

/** The same with the plan's cache marks: write a mark where your provider takes one. */
export function markedMessagesOf(plan: {
  readonly blocks: Blocks
  readonly marks: readonly number[]
}): readonly MarkedMessage[] {
  const marks = new Set(plan.marks)
  return group(plan.blocks, ({ part }, index) => ({ ...part, mark: marks.has(index) }))
}

function group<Own>(
  blocks: Blocks,
  partOf: (block: Pick<PlacedBlock, 'part'>, index: number) => Own,
): readonly { readonly role: Message['role']; readonly parts: readonly Own[] }[] {
  const messages: { role: Message['role']; parts: Own[] }[] = []
  let index = 0
  for (const block of blocks) {
    const part = partOf(block, index)
    const last = messages.at(-1)
    if (last?.role === block.role) last.parts.push(part)
    else messages.push({ role: block.role, parts: [part] })
    index += 1
  }
  return messages
}
