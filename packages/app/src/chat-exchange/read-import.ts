import type { Hash } from '@varve/engine/internal'
import {
  type ChatDocument,
  type ChatImport,
  findExcess,
  IMPORT_LIMITS,
  importChatGptConversation,
  importClaudeConversation,
  type InlinedContext,
  parseChatFile,
  parseChatHtml,
  parseChatJson,
  parseChatJsonLines,
  parseJsonLine,
  splitJsonList,
} from '@varve/workspace'
import { withoutTalk } from './with-agent-steps.ts'

/** A conversation that was read, and what of it could not be. */
export interface ReadChat {
  readonly kind: 'chat'
  readonly document: ChatDocument
  readonly inlined: readonly InlinedContext[]
  /** Texts by hash that came along. */
  readonly objects: ReadonlyMap<Hash, string>
  readonly lost: readonly string[]
}

export type ReadImport =
  | ReadChat
  | { readonly kind: 'refused'; readonly title: string; readonly reason: string }
  /** The file holds no chat at all. */
  | { readonly kind: 'skipped'; readonly reason: string }

/**
 * Reads the chats of a file by what is in it, its name aside, one after another. Nothing is run and nothing fetched,
 * and what has more messages than it may is left as soon as that is known.
 */
export function* readImport(text: string): Generator<ReadImport> {
  for (const each of readByForm(text)) yield each.kind === 'chat' ? withinLimits(each) : each
}

function readByForm(text: string): Iterable<ReadImport> {
  const [lead, start] = /^\ufeff?\s*([[{<])?/.exec(text) ?? ['']
  switch (start) {
    case '<':
      return readHtml(text)
    case '[':
      return readList(text, lead.length - 1)
    case '{':
      return readRecord(text)
    default:
      return readMarkdown(text)
  }
}

function readMarkdown(text: string): readonly ReadImport[] {
  const excess = findExcess(text)
  if (excess !== undefined) return [tooMuch('', excess)]
  const { form, document: read, inlined, gaps, problems, quarantined = [] } = parseChatFile(text)
  const { document, found } = withoutTalk(read)
  if (form === 'none' || document.turns.length === 0) return [skipped('It is no chat.')]
  // Each place with text in it is one problem; those that an export of ours fills are none.
  const added = problems.filter(({ code }) => code === 'added-text')
  const others = problems.filter(({ code }) => code !== 'added-text')
  const lost = [
    ...gaps.map((gap) => gap.text),
    ...[...others, ...added.slice(found)].map((problem) => problem.text),
    ...quarantined.map(({ line, reason }) => `Line ${line}: ${reason}`),
  ]
  return [{ kind: 'chat', document, inlined, objects: new Map(), lost }]
}

function readHtml(text: string): readonly ReadImport[] {
  const read = parseChatHtml(text)
  return [
    'problem' in read
      ? skipped(read.problem)
      : {
          kind: 'chat',
          document: withoutTalk(read.document).document,
          inlined: [],
          objects: new Map(),
          lost: [],
        },
  ]
}

/** The conversations of another program, read one at a time: the whole list never is in memory. */
function* readList(text: string, from: number): Generator<ReadImport> {
  let [found, others] = [0, 0]
  let isBroken = false
  for (const part of splitJsonList(text, from)) {
    const read = part.kind === 'item' ? readItem(part.text) : undefined
    if (read) {
      found += 1
      yield read
    } else others += 1
    isBroken ||= part.kind === 'broken'
    // What has so many other things in it is no list of conversations.
    if (others > IMPORT_LIMITS.messages) break
  }
  if (isBroken)
    yield found > 0
      ? unreadable('the list breaks off')
      : skipped('It breaks off: the end of the list is missing.')
  else if (found === 0) yield skipped('It holds no conversations.')
}

function readItem(text: string): ReadImport | undefined {
  if (!/^\s*\{/.test(text)) return undefined
  const parsed = parseJsonLine(text)
  return 'problem' in parsed ? unreadable(parsed.problem) : readForeign(parsed.value)
}

function readRecord(text: string): readonly ReadImport[] {
  const parsed = parseJsonLine(text.replace(/^\ufeff/, ''))
  if ('problem' in parsed) return readLines(text)
  const { value } = parsed
  if (!isRecord(value)) return [skipped('It holds no conversations.')]
  if (value['format'] === 'varve-chat') return [readOwn(text)]
  // One message alone may be a whole file of lines.
  if ('role' in value || 'conversation' in value) return readLines(text)
  return [readForeign(value) ?? skipped('It holds no conversations.')]
}

function readOwn(text: string): ReadImport {
  const read = parseChatJson(text)
  if ('problem' in read) return { kind: 'refused', title: '', reason: read.problem }
  const { document, objects, refused } = read
  const lost = refused.length === 0 ? [] : [`${refused.length} texts are not what their hashes name.`]
  return { kind: 'chat', document, inlined: [], objects, lost }
}

function readLines(text: string): readonly ReadImport[] {
  const { document, problems, isCut } = parseChatJsonLines(linesOf(text))
  if (isCut) return [tooMuch('', MESSAGES)]
  const lost = problems.map(({ line, text: problem }) => `Line ${line}: ${problem}`)
  if (document.turns.length === 0)
    return [skipped(['It holds no messages that can be read.', ...lost.slice(0, 1)].join(' '))]
  return [{ kind: 'chat', document, inlined: [], objects: new Map(), lost }]
}

function* linesOf(text: string): Generator<string> {
  let start = text.startsWith('\ufeff') ? 1 : 0
  while (start < text.length) {
    const end = text.indexOf('\n', start)
    yield text.slice(start, end === -1 ? text.length : end)
    start = end === -1 ? text.length : end + 1
  }
}

/** A conversation of ChatGPT or Claude, by its shape; undefined for anything else. */
function readForeign(item: unknown): ReadImport | undefined {
  if (!isRecord(item)) return undefined
  if (isRecord(item['mapping'])) return fromForeign(importChatGptConversation(item))
  if (Array.isArray(item['chat_messages'])) return fromForeign(importClaudeConversation(item))
  return undefined
}

function fromForeign(read: ChatImport): ReadImport {
  if (read.kind === 'refused') return { kind: 'refused', title: read.name, reason: read.reason }
  const { document, inlined, losses } = read
  if (document.turns.length === 0)
    return { kind: 'refused', title: document.title, reason: 'It has no messages.' }
  const lost = losses.map(({ what, count }) => `${what}: ${count}`)
  return { kind: 'chat', document, inlined, objects: new Map(), lost }
}

function withinLimits(read: ReadChat): ReadImport {
  return messagesOf(read) <= IMPORT_LIMITS.messages ? read : tooMuch(read.document.title, MESSAGES)
}

export function messagesOf({ document: { turns } }: ReadChat): number {
  return turns.reduce((sum, { answers }) => sum + 1 + answers.length, 0)
}

const MESSAGES = `It has more than ${IMPORT_LIMITS.messages} messages`

function tooMuch(title: string, excess: string): ReadImport {
  return { kind: 'refused', title, reason: `${excess}. Split it into several files.` }
}

function unreadable(problem: string): ReadImport {
  return { kind: 'refused', title: '', reason: `It is no JSON that can be read: ${problem}.` }
}

function skipped(reason: string): ReadImport {
  return { kind: 'skipped', reason }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
