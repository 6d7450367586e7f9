import { createArtifact } from '@varve/engine'
import type { ChatAnswerStatus } from '../chat-file/chat-document.ts'
import { withCitations } from './chatgpt-citations.ts'
import type { ForeignMessage } from './build-turns.ts'
import type { ImportLog } from './import-report.ts'
import { fieldOf, listOf, recordOf, secondsOf, textOf, type Untrusted } from './untrusted.ts'

type BareMessage = Omit<ForeignMessage, 'id' | 'parent'>

/** A message of the export; undefined for those that nobody has written to anybody. */
export function readChatGptMessage(
  message: Untrusted,
  ordinal: number,
  log: ImportLog,
): BareMessage | undefined {
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

const STATUS: ReadonlyMap<string, ChatAnswerStatus> = new Map([
  ['finished_successfully', 'complete'],
  ['finished_partial_completion', 'stopped'],
  ['in_progress', 'interrupted'],
])

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
  if (!Array.isArray(parts)) return textOf(content, 'text') ?? textOf(content, 'result')
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
