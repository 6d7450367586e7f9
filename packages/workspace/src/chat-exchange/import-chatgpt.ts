import type { ChatDocument } from '../chat-file/chat-document.ts'
import { buildTurns, type ForeignMessage } from './build-turns.ts'
import { readChatGptMessage } from './chatgpt-message.ts'
import { IMPORT_LIMITS, type ImportLimits } from './import-limits.ts'
import { type ChatImport, ImportLog } from './import-report.ts'
import { orderTree } from './order-tree.ts'
import { fieldOf, listOf, recordOf, secondsOf, textOf, type Untrusted } from './untrusted.ts'

interface MappedNode {
  readonly id: string
  readonly parent: string | undefined
  readonly message: Untrusted | undefined
}

/** One conversation of a ChatGPT data export (`conversations.json`, parsed) with all its branches; what a chat of ours cannot express is counted. */
export function importChatGptConversation(value: unknown, limits: ImportLimits = IMPORT_LIMITS): ChatImport {
  const conversation = recordOf(value)
  const name = textOf(conversation, 'title') ?? ''
  const mapping = recordOf(fieldOf(conversation, 'mapping'))
  if (!conversation || !mapping) return { kind: 'refused', name, reason: 'It has no "mapping" of messages.' }
  const count = Object.keys(mapping).length
  if (count > limits.messages)
    return { kind: 'refused', name, reason: `It has ${count} messages, more than ${limits.messages}.` }
  const log = new ImportLog()
  const nodes = orderTree(mappedNodes(mapping))
  for (let lost = nodes.length; lost < count; lost += 1)
    log.lose('messages that follow themselves in a circle')
  const { messages, keptFor } = readNodes(nodes, log)
  const characters = messages.reduce((sum, { text }) => sum + text.length, 0)
  if (characters > limits.characters)
    return {
      kind: 'refused',
      name,
      reason: `It has ${characters} characters, more than ${limits.characters}.`,
    }
  const current = keptFor.get(textOf(conversation, 'current_node') ?? '')
  return log.chat({ ...readHead(conversation, name), ...buildTurns({ messages, current, log }) })
}

function readHead(conversation: Untrusted, title: string): Omit<ChatDocument, 'turns'> {
  const id = textOf(conversation, 'conversation_id') ?? textOf(conversation, 'id') ?? ''
  const created = secondsOf(conversation, 'create_time')
  const model = textOf(conversation, 'default_model_slug')
  return {
    id: `chatgpt-${id}`,
    title,
    ...(created === undefined ? {} : { created }),
    ...(model === undefined ? {} : { model }),
    tags: ['varve-chat', 'imported-chatgpt'],
  }
}

/** In the order that each message gives those which follow it, for it is that of the page. */
function mappedNodes(mapping: Untrusted): readonly MappedNode[] {
  const rank = new Map<string, number>()
  for (const node of Object.values(mapping))
    for (const [index, child] of listOf(fieldOf(recordOf(node), 'children')).entries())
      if (typeof child === 'string' && !rank.has(child)) rank.set(child, index)
  return Object.entries(mapping)
    .map(([id, value]) => {
      const node = recordOf(value)
      return { id, parent: textOf(node, 'parent'), message: recordOf(fieldOf(node, 'message')) }
    })
    .toSorted((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))
}

/** Nodes that are no messages fall away: what follows them follows what they followed. */
function readNodes(
  nodes: readonly MappedNode[],
  log: ImportLog,
): {
  readonly messages: readonly ForeignMessage[]
  readonly keptFor: ReadonlyMap<string, string | undefined>
} {
  const keptFor = new Map<string, string | undefined>()
  const messages: ForeignMessage[] = []
  for (const { id, parent, message } of nodes) {
    const kept = parent === undefined ? undefined : keptFor.get(parent)
    const read = message && readChatGptMessage(message, messages.length, log)
    if (read) messages.push({ ...read, id, parent: kept })
    keptFor.set(id, read ? id : kept)
  }
  return { messages, keptFor }
}
