import type { PlacedBlock } from './writing/block.ts'
import type { Message, Part } from './message.ts'

/** The neutral messages of a request: neighbouring blocks of one role are the parts of one message. */
export function messagesOf(plan: { readonly blocks: Iterable<PlacedBlock> }): readonly Message[] {
  const messages: { role: Message['role']; parts: Part[] }[] = []
  for (const { role, part } of plan.blocks) {
    const last = messages.at(-1)
    if (last?.role === role) last.parts.push(part)
    else messages.push({ role, parts: [part] })
  }
  return messages
}
