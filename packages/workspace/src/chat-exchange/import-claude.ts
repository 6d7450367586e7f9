import { type Artifact, createArtifact } from '@varve/engine'
import type { ChatToolStep } from '../chat-file/chat-document.ts'
import { buildTurns, type ForeignMessage, orderTree, linkTo } from './build-turns.ts'
import { IMPORT_LIMITS, type ImportLimits, type ChatImport, ImportLog } from './import-report.ts'
import { fieldOf, jsonOf, listOf, recordOf, textOf, timeOf, type Untrusted } from './untrusted.ts'

/** One conversation of a Claude data export (`conversations.json`, parsed); where its messages name what they follow, with all branches. */
export function importClaudeConversation(value: unknown, limits: ImportLimits = IMPORT_LIMITS): ChatImport {
  const conversation = recordOf(value)
  const name = textOf(conversation, 'name') ?? ''
  const written = fieldOf(conversation, 'chat_messages')
  if (!conversation || !Array.isArray(written))
    return { kind: 'refused', name, reason: 'It has no "chat_messages".' }
  if (written.length > limits.messages)
    return {
      kind: 'refused',
      name,
      reason: `It has ${written.length} messages, more than ${limits.messages}.`,
    }
  const log = new ImportLog()
  const read = readMessages(written, log)
  const messages = orderTree(read)
  for (let lost = messages.length; lost < read.length; lost += 1)
    log.lose('messages that follow themselves in a circle')
  const characters = messages.reduce((sum, { text }) => sum + text.length, 0)
  if (characters > limits.characters)
    return {
      kind: 'refused',
      name,
      reason: `It has ${characters} characters, more than ${limits.characters}.`,
    }
  if (messages.some(({ role }) => role === 'assistant'))
    log.lose('which model answered, for the whole conversation')
  const current = textOf(conversation, 'current_leaf_message_uuid') ?? messages.at(-1)?.id
  const created = timeOf(conversation, 'created_at')
  return log.chat({
    id: `claude-${textOf(conversation, 'uuid') ?? ''}`,
    title: name,
    ...(created === undefined ? {} : { created }),
    tags: ['varve-chat', 'imported-claude'],
    ...buildTurns({ messages, current, log }),
  })
}

function readMessages(written: readonly unknown[], log: ImportLog): readonly ForeignMessage[] {
  const ids = new Set<string>()
  const messages: ForeignMessage[] = []
  for (const [index, value] of written.entries()) {
    const message = recordOf(value)
    const role = ROLES.get(textOf(message, 'sender') ?? '')
    if (!message || !role) {
      log.lose('messages with an unknown sender')
      continue
    }
    let id = textOf(message, 'uuid') ?? `message-${index + 1}`
    while (ids.has(id)) id = `${id}-${index + 1}`
    ids.add(id)
    const parent = textOf(message, 'parent_message_uuid') ?? messages.at(-1)?.id
    messages.push({ id, parent, role, at: timeOf(message, 'created_at'), ...readContent(message, role, log) })
  }
  return messages
}

const ROLES: ReadonlyMap<string, ForeignMessage['role']> = new Map([
  ['human', 'user'],
  ['user', 'user'],
  ['assistant', 'assistant'],
])

type Content = Pick<ForeignMessage, 'text' | 'toolSteps' | 'artifacts'>

function readContent(message: Untrusted, role: ForeignMessage['role'], log: ImportLog): Content {
  const texts: string[] = []
  const toolSteps: ChatToolStep[] = []
  const artifacts: Artifact[] = []
  for (const value of listOf(fieldOf(message, 'content'))) {
    const block = recordOf(value)
    const type = textOf(block, 'type') ?? 'of another kind'
    const tool = textOf(block, 'name') || 'tool'
    if (type === 'text') texts.push(withSources(textOf(block, 'text') ?? '', block))
    else if (type === 'tool_use') toolSteps.push({ tool, arguments: jsonOf(fieldOf(block, 'input')) ?? null })
    else if (type === 'tool_result') {
      const content = JSON.stringify(jsonOf(fieldOf(block, 'content')) ?? null)
      const source = { name: tool, query: '', ordinal: toolSteps.length + 1 }
      const result = createArtifact({ kind: 'tool-result', source, content })
      artifacts.push(result)
      toolSteps.push({ tool, resultHash: result.contentHash })
    } else log.lose(`blocks: ${type.slice(0, 40)}`)
  }
  if (role === 'user') artifacts.push(...readAttachments(message, log))
  return {
    text: texts.length > 0 ? texts.join('\n\n') : (textOf(message, 'text') ?? ''),
    ...(toolSteps.length > 0 ? { toolSteps } : {}),
    artifacts,
  }
}

/** A block names its sources beside its words; here they follow as links. */
function withSources(text: string, block: Untrusted | undefined): string {
  const cited = listOf(fieldOf(block, 'citations')).flatMap((value) => {
    const citation = recordOf(value)
    return linkTo(citation) ?? linkTo(recordOf(fieldOf(citation, 'details'))) ?? []
  })
  return cited.length === 0 ? text : `${text} ${[...new Set(cited)].join(' ')}`
}

/** Their text came along; of other files the export has only names. */
function readAttachments(message: Untrusted, log: ImportLog): readonly Artifact[] {
  const named = new Set<string>()
  const artifacts = listOf(fieldOf(message, 'attachments')).flatMap((value) => {
    const attachment = recordOf(value)
    const content = textOf(attachment, 'extracted_content')
    const title = textOf(attachment, 'file_name')
    if (content === undefined) log.lose('attached files, of which the export has only names')
    else named.add(title ?? '')
    return content === undefined ? [] : [createArtifact({ kind: 'upload', title, content })]
  })
  for (const file of listOf(fieldOf(message, 'files')))
    if (!named.has(textOf(recordOf(file), 'file_name') ?? ''))
      log.lose('attached files, of which the export has only names')
  return artifacts
}
