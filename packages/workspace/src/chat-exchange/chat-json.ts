import { type Hash, hashText, type JsonValue } from '@varve/engine/internal'
import type { ChatDocument } from '../chat-file/chat-document.ts'
import { parseJsonLine, endOfJsonString } from '../chat-file/json-line.ts'
import { fieldOf, recordOf, type Untrusted } from './untrusted.ts'
import { detailsFromJson } from '../chat-file/chat-details.ts'

/** Raised when a field changes its meaning. */
const CHAT_JSON_VERSION = 1

export interface ChatJson {
  readonly document: ChatDocument
  /** Texts by hash that came along. */
  readonly objects: ReadonlyMap<Hash, string>
  /** Objects whose text is not what their hash names; they are left out. */
  readonly refused: readonly Hash[]
}

/** One conversation with every field, and the texts that it names by hash where they are given. */
export function printChatJson(
  document: ChatDocument,
  objects: ReadonlyMap<Hash, string> = new Map(),
): string {
  const whole = {
    format: 'varve-chat',
    version: CHAT_JSON_VERSION,
    conversation: document,
    ...(objects.size > 0 ? { objects: Object.fromEntries(objects) } : {}),
  }
  return `${JSON.stringify(whole, null, 2)}\n`
}

/** The inverse of `printChatJson`; what is not such a file is refused in words. */
export function parseChatJson(text: string): ChatJson | { readonly problem: string } {
  const parsed = parseJsonLine(text)
  if ('problem' in parsed) return { problem: `It is no JSON that can be read: ${parsed.problem}.` }
  const whole = recordOf(parsed.value)
  if (fieldOf(whole, 'format') !== 'varve-chat') return { problem: 'It has no "format": "varve-chat".' }
  const version = fieldOf(whole, 'version')
  if (version !== CHAT_JSON_VERSION)
    return { problem: `It has version ${String(version)}; this program reads ${CHAT_JSON_VERSION}.` }
  const checked = checkChatDocument(fieldOf(whole, 'conversation'))
  if ('problem' in checked) return checked
  const objects = new Map<Hash, string>()
  const refused: Hash[] = []
  for (const [hash, value] of Object.entries(recordOf(fieldOf(whole, 'objects')) ?? {})) {
    if (typeof value === 'string' && hashText(value) === hash) objects.set(hash, value)
    else refused.push(hash)
  }
  return { document: checked.document, objects, refused }
}

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText)
const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const isExtra = isAbsentOr((value) => recordOf(value) !== undefined)

const DOCUMENT: readonly (readonly [keyof ChatDocument, Check])[] = [
  ['id', isText],
  ['title', isText],
  ['created', isAbsentOr(isNumber)],
  ['model', isAbsentOr(isText)],
  ['tags', isTexts],
  ['current', isAbsentOr(isText)],
  ['pinned', isAbsentOr(isNumber)],
  ['archived', isAbsentOr(isNumber)],
  ['privacy', isAbsentOr((value) => value === 'local-only' || value === 'private')],
  ['frontMatter', isAbsentOr(isText)],
  ['preamble', isAbsentOr(isText)],
  ['turns', Array.isArray],
]

/** A document from outside, or what is wrong with it. Unknown fields are kept. */
export function checkChatDocument(
  value: unknown,
): { readonly document: ChatDocument } | { readonly problem: string } {
  const record = recordOf(value)
  if (!record) return { problem: 'The conversation is no record.' }
  const wrong = DOCUMENT.find(([name, check]) => !check(fieldOf(record, name)))
  if (wrong) return { problem: `"${wrong[0]}" is missing or not what it should be.` }
  for (const [index, turn] of (fieldOf(record, 'turns') as readonly unknown[]).entries()) {
    const problem = turnProblem(turn)
    if (problem !== undefined) return { problem: `Turn ${index + 1}: ${problem}.` }
  }
  return { document: record as unknown as ChatDocument }
}

function turnProblem(value: unknown): string | undefined {
  const turn = recordOf(value)
  if (!turn) return 'it is no record'
  if (!isText(fieldOf(turn, 'userText'))) return '"userText" is no text'
  const context = recordOf(fieldOf(turn, 'context'))
  if (!context || !GROUPS.every((group) => isTexts(fieldOf(context, group))))
    return '"context" is not complete'
  if (!isAbsentOr(isRemarks)(fieldOf(turn, 'remarks'))) return '"remarks" are not what they should be'
  for (const name of ['attached', 'answers'])
    if (!Array.isArray(fieldOf(turn, name))) return `"${name}" is no list`
  const answers = fieldOf(turn, 'answers') as readonly unknown[]
  if (!answers.every(isAnswer)) return 'an answer has no text, or not whether it is chosen'
  const parts = [turn, ...answers, ...(fieldOf(turn, 'attached') as readonly unknown[])]
  if (!parts.every((part) => isExtra(fieldOf(recordOf(part), 'extra')))) return '"extra" is no record'
  // What the comment of a chat file would hold has one check for both.
  const read = detailsFromJson(turn as JsonValue)
  return 'problem' in read ? read.problem : undefined
}

const GROUPS: readonly string[] = ['notes', 'urls', 'tabs', 'tags', 'folders']

const isAnswer: Check = (value) => {
  const answer = recordOf(value)
  const steps = fieldOf(answer, 'toolSteps')
  const isStep: Check = (step) => isExtra(fieldOf(recordOf(step), 'extra'))
  return (
    isText(fieldOf(answer, 'text')) &&
    typeof fieldOf(answer, 'chosen') === 'boolean' &&
    (!Array.isArray(steps) || steps.every(isStep))
  )
}

const isRemarks: Check = (value) =>
  Array.isArray(value) &&
  value.every((item) => {
    const remark: Untrusted | undefined = recordOf(item)
    const after = fieldOf(remark, 'after')
    return isText(fieldOf(remark, 'text')) && (after === 'turn' || isNumber(after))
  })

/** A list of JSON, item by item. */
type JsonListPart =
  | { readonly kind: 'item'; readonly text: string }
  /** The list does not end, or something follows it. */
  | { readonly kind: 'broken' }

const QUOTE = 34
const COMMA = 44

/**
 * The texts of the items of a list that begins at a place, one after another, so that a list of any length can be
 * read without all of it standing in memory, and be left in the middle. The items themselves are not checked.
 */
export function* splitJsonList(text: string, from: number): Generator<JsonListPart> {
  let depth = 1
  let start = from + 1
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = (endOfJsonString(text, at) ?? text.length) - 1
    else if (code === 91 || code === 123) depth += 1
    else if (code === 93 || code === 125) depth -= 1
    const isEnd = depth === 0
    if (!isEnd && !(depth === 1 && code === COMMA)) continue
    const item = text.slice(start, at)
    // Nothing between the brackets is no item.
    if (!isEnd || start > from + 1 || item.trim() !== '') yield { kind: 'item', text: item }
    start = at + 1
    if (isEnd) break
  }
  if (depth > 0 || text.slice(start).trim() !== '') yield { kind: 'broken' }
}
