import { createArtifact } from '@varve/engine'
import type { ChatAnswerStatus, ChatDocument } from '../chat-file/chat-document.ts'
import { buildTurns, type ForeignMessage, orderTree, withCitations } from './build-turns.ts'
import { IMPORT_LIMITS, type ImportLimits, type ChatImport, ImportLog } from './import-report.ts'
import { fieldOf, listOf, recordOf, secondsOf, textOf, type Untrusted } from './untrusted.ts'

const STATUS: ReadonlyMap<string, ChatAnswerStatus> = new Map([
  ['finished_successfully', 'complete'],
  ['finished_partial_completion', 'stopped'],
  ['in_progress', 'interrupted'],
])

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

type BareMessage = Omit<ForeignMessage, 'id' | 'parent'>

/** A message of the export; undefined for internal ones without author or reader. */
function readChatGptMessage(message: Untrusted, ordinal: number, log: ImportLog): BareMessage | undefined {
  const metadata = recordOf(fieldOf(message, 'metadata'))
  const author = recordOf(fieldOf(message, 'author'))
  const role = textOf(author, 'role')
  if (fieldOf(metadata, 'is_visually_hidden_from_conversation') === true) {
    log.lose('hidden messages')
    return undefined
  }
  for (const _ of listOf(fieldOf(metadata, 'attachments')))
    log.lose('attached files, of which the export has only names')
  const text = readText(recordOf(fieldOf(message, 'content')), log)
  const common = {
    text: text ?? '',
    at: secondsOf(message, 'create_time'),
    model: textOf(metadata, 'model_slug'),
    status: STATUS.get(textOf(message, 'status') ?? ''),
  }
  switch (role) {
    case 'user':
      return text === undefined ? undefined : { role: 'user', ...common }
    case 'assistant':
      return text === undefined
        ? undefined
        : readAnswer(
            { ...common, text: withCitations(text, metadata, log) },
            textOf(message, 'recipient') ?? 'all',
          )
    case 'tool':
      return text === undefined ? undefined : readResult(common, textOf(author, 'name') || 'tool', ordinal)
    default:
      if (text !== undefined && text !== '')
        log.lose(`messages of the role "${(role ?? 'none').slice(0, 40)}"`)
      return undefined
  }
}

type Common = Pick<ForeignMessage, 'text' | 'at' | 'model' | 'status'>

/** What a model sends to a tool is a call, not words to the user. */
function readAnswer(common: Common, recipient: string): BareMessage {
  if (recipient === 'all') return { role: 'assistant', ...common }
  return { role: 'assistant', ...common, text: '', toolSteps: [{ tool: recipient, arguments: common.text }] }
}

function readResult(common: Common, tool: string, ordinal: number): BareMessage {
  const result = createArtifact({
    kind: 'tool-result',
    source: { name: tool, query: '', ordinal: ordinal + 1 },
    content: common.text,
  })
  return {
    role: 'assistant',
    ...common,
    text: '',
    toolSteps: [{ tool, resultHash: result.contentHash }],
    artifacts: [result],
  }
}

/** Undefined where a message holds nothing that was said. */
function readText(content: Untrusted | undefined, log: ImportLog): string | undefined {
  const type = textOf(content, 'content_type') ?? 'none'
  if (type === 'thoughts' || type === 'reasoning_recap') {
    log.lose('thoughts of the model')
    return undefined
  }
  if (type === 'user_editable_context' || type === 'model_editable_context') {
    log.lose('instructions and memory')
    return undefined
  }
  const parts = fieldOf(content, 'parts')
  if (!Array.isArray(parts)) return withAddress(content, textOf(content, 'text') ?? textOf(content, 'result'))
  const texts = parts.flatMap((part: unknown) => {
    if (typeof part === 'string') return [part]
    const record = recordOf(part)
    const kind = textOf(record, 'content_type') ?? 'of another kind'
    const spoken = textOf(record, 'text')
    if (spoken === undefined) log.lose(`parts: ${kind.slice(0, 40)}`)
    return spoken === undefined ? [] : [spoken]
  })
  return texts.join('\n')
}

/** A page that was looked up says beside its words what it is called, and where it is. */
function withAddress(content: Untrusted | undefined, text: string | undefined): string | undefined {
  const about = [textOf(content, 'title'), textOf(content, 'url')].filter((line) => line)
  return text === undefined || about.length === 0 ? text : `${about.join('\n')}\n\n${text}`
}
