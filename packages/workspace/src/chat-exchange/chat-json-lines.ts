import { type ChatDocument, NO_CONTEXT } from '../chat-file/chat-document.ts'
import { parseJsonLine } from '../chat-file/json-line.ts'
import { checkChatDocument } from './chat-json.ts'
import { IMPORT_LIMITS, type ImportLimits } from './import-report.ts'
import { fieldOf, recordOf, textOf, type Untrusted } from './untrusted.ts'

export interface ChatJsonLines {
  readonly document: ChatDocument
  /** Lines that could not be used; the others count. */
  readonly problems: readonly { readonly line: number; readonly text: string }[]
  /** There are more messages than the limit; those behind it were not read. */
  readonly isCut?: true
}

/** A line for the conversation, then one for each message, in order, each with its line feed. */
export function* printChatJsonLines(document: ChatDocument): Generator<string> {
  const { turns, ...head } = document
  yield line({ conversation: head })
  for (const { answers, id, userText, ...turn } of turns) {
    yield line({ role: 'user', turn: id, text: userText, ...turn })
    for (const answer of answers) yield line({ role: 'assistant', turn: id, ...answer })
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`

/**
 * The conversation of such lines. Lines of other programs do as well where they have a `role` and a `text` or
 * `content`: a question begins a turn, what follows answers it.
 */
export function parseChatJsonLines(
  lines: Iterable<string>,
  { messages: most }: Pick<ImportLimits, 'messages'> = IMPORT_LIMITS,
): ChatJsonLines {
  const turns: MutableTurn[] = []
  const problems: { line: number; text: string }[] = []
  let head: Untrusted = { id: 'imported', title: '', tags: [] }
  let number = 0
  let used = 0
  for (const written of lines) {
    number += 1
    if (written.trim() === '') continue
    used += 1
    // The first line may be for the conversation itself.
    if (used > most + 1)
      return { document: { id: 'imported', title: '', tags: [], turns: [] }, problems, isCut: true }
    const parsed = parseJsonLine(written)
    const message = 'problem' in parsed ? undefined : recordOf(parsed.value)
    const conversation = recordOf(fieldOf(message, 'conversation'))
    const problem =
      'problem' in parsed ? parsed.problem : conversation ? undefined : addMessage(message, turns)
    if (conversation) head = { ...head, ...conversation }
    if (problem !== undefined) problems.push({ line: number, text: problem })
  }
  const kept = turns.filter((turn) => {
    const checked = checkChatDocument({ id: '', title: '', tags: [], turns: [turn.value] })
    if ('problem' in checked) problems.push({ line: turn.number, text: checked.problem })
    return 'document' in checked
  })
  const checked = checkChatDocument({ ...head, turns: kept.map(({ value }) => value) })
  if ('document' in checked) return { document: checked.document, problems }
  problems.push({ line: 1, text: checked.problem })
  return {
    document: { id: 'imported', title: '', tags: [], turns: kept.map(({ value }) => value) as never },
    problems,
  }
}

interface MutableTurn {
  readonly number: number
  readonly value: Untrusted & { readonly answers: unknown[] }
}

/** What is wrong with a message; undefined where it was added. */
function addMessage(message: Untrusted | undefined, turns: MutableTurn[]): string | undefined {
  const text = textOf(message, 'text') ?? textOf(message, 'content')
  if (!message || text === undefined) return 'It is no message with a "text".'
  const { role, turn, text: _, content: __, ...rest } = message
  if (role === 'user') {
    const id = typeof turn === 'string' ? turn : `turn-${turns.length + 1}`
    const value = { context: NO_CONTEXT, attached: [], ...rest, id, userText: text, answers: [] }
    turns.push({ number: turns.length + 1, value })
    return undefined
  }
  if (role !== 'assistant') return `It has the role "${String(role).slice(0, 40)}".`
  const last = turns.at(-1)
  if (!last || (typeof turn === 'string' && turn !== last.value['id']))
    return 'It answers no question above it.'
  const { answers } = last.value
  const id = `${String(last.value['id'])}-answer-${answers.length + 1}`
  answers.push({ id, status: 'complete', chosen: false, ...rest, text })
  return undefined
}
