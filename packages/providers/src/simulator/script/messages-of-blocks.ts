import type { Message } from '@varve/engine'
import type { BodyBlock } from '../../wire/body-blocks.ts'

/** The neutral messages behind the blocks of a body: the offline model reads text and nothing else. */
export function messagesOfBlocks(blocks: readonly BodyBlock[]): readonly Message[] {
  const messages: { role: Message['role']; parts: { kind: 'text'; text: string }[] }[] = []
  for (const block of blocks) {
    const role = neutralRole(block)
    if (role === undefined) continue
    const part = { kind: 'text', text: block.kind === 'text' ? block.text : '' } as const
    const last = messages.at(-1)
    if (last?.role === role) last.parts.push(part)
    else messages.push({ role, parts: [part] })
  }
  return messages
}

function neutralRole({ role, kind }: BodyBlock): Message['role'] | undefined {
  if (kind === 'tools') return undefined
  if (kind === 'tool-result') return 'tool'
  if (role === 'system' || role === 'developer') return 'system'
  return role === 'user' ? 'user' : 'assistant'
}
