import type { Hash } from '@varve/engine'
import {
  type ChatDocument,
  type ChatImport,
  IMPORT_LIMITS,
  importChatGptConversation,
  importClaudeConversation,
  type InlinedContext,
  parseChatFile,
  parseChatHtml,
  parseChatJson,
  parseChatJsonLines,
} from '@varve/workspace'
import { withoutTalk } from './with-talk.ts'

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

/** Reads the chats of a file by what is in it, its name aside. Nothing is run and nothing fetched. */
export function readImport(text: string): readonly ReadImport[] {
  const start = /^\ufeff?\s*([[{<])?/.exec(text)?.[1]
  const read = start === '<' ? readHtml(text) : start === undefined ? readMarkdown(text) : readJson(text)
  return read.map((each) => (each.kind === 'chat' ? withinLimits(each) : each))
}

function readMarkdown(text: string): readonly ReadImport[] {
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

function readJson(text: string): readonly ReadImport[] {
  const value = parseWhole(text)
  if (value === undefined) return readLines(text)
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (isRecord(value) && value['format'] === 'varve-chat') return [readOwn(text)]
  // One message alone may be a whole file of lines.
  if (isRecord(value) && ('role' in value || 'conversation' in value)) return readLines(text)
  const found = items.flatMap((item) => readForeign(item) ?? [])
  return found.length > 0 ? found : [skipped('It holds no conversations.')]
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readOwn(text: string): ReadImport {
  const read = parseChatJson(text)
  if ('problem' in read) return { kind: 'refused', title: '', reason: read.problem }
  const { document, objects, refused } = read
  const lost = refused.length === 0 ? [] : [`${refused.length} texts are not what their hashes name.`]
  return { kind: 'chat', document, inlined: [], objects, lost }
}

function readLines(text: string): readonly ReadImport[] {
  const { document, problems } = parseChatJsonLines(linesOf(text))
  if (document.turns.length === 0) return [skipped('It holds no messages that can be read.')]
  const lost = problems.map(({ line, text: problem }) => `Line ${line}: ${problem}`)
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
  const { title, turns } = read.document
  const messages = turns.reduce((sum, { answers }) => sum + 1 + answers.length, 0)
  if (messages <= IMPORT_LIMITS.messages) return read
  return {
    kind: 'refused',
    title,
    reason: `It has ${messages} messages, more than ${IMPORT_LIMITS.messages}.`,
  }
}

function skipped(reason: string): ReadImport {
  return { kind: 'skipped', reason }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
