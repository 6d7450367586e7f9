import type { JsonValue } from '@varve/engine/internal'
import { asList, asObject, asText, isList, isObject } from '@varve/providers/internal'
import type { JsonObject } from '@varve/providers'
import type { Rejection } from '../dialect/dialect.ts'
import { firstRejection, reject } from './reject.ts'

const MAXIMUM_MARKS = 4

/** What Anthropic's Messages refuses. */
export function checkAnthropic(body: JsonObject): Rejection | undefined {
  return firstRejection([
    () => checkLimits(body),
    () => checkSystem(body['system']),
    () => checkMessages(body['messages']),
    () => checkAnthropicMarks(body),
    () => checkAnthropicTools(body),
  ])
}

function checkLimits(body: JsonObject): Rejection | undefined {
  const limit = body['max_tokens']
  if (limit === undefined) return reject('max_tokens: Field required')
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1)
    return reject('max_tokens: Input should be greater than or equal to 1')
  const { temperature } = body
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 1))
    return reject('temperature: range: 0..1')
  const thinking = asObject(body['thinking'])
  const budget = thinking['budget_tokens']
  if (thinking['type'] !== 'enabled') return undefined
  if (typeof budget !== 'number' || budget < 1024)
    return reject('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024')
  if (budget >= limit) return reject('`max_tokens` must be greater than `thinking.budget_tokens`.')
  if (temperature !== undefined && temperature !== 1)
    return reject('`temperature` may only be set to 1 when thinking is enabled.')
  return undefined
}

function checkSystem(system: JsonValue | undefined): Rejection | undefined {
  if (system === undefined || typeof system === 'string') return undefined
  if (!isList(system)) return reject('system: Input should be a valid list')
  const wrong = system.findIndex((part) => asObject(part)['type'] !== 'text')
  if (wrong >= 0) return reject(`system.${wrong}.type: Input should be 'text'`)
  if (system.some((part) => asText(asObject(part)['text']) === ''))
    return reject('system: text content blocks must be non-empty')
  return undefined
}

function checkMessages(messages: JsonValue | undefined): Rejection | undefined {
  if (!isList(messages)) return reject('messages: Field required')
  if (messages.length === 0) return reject('messages: at least one message is required')
  for (const [index, entry] of messages.entries()) {
    const found = checkMessage(asObject(entry), { index, isLast: index === messages.length - 1 })
    if (found) return found
  }
  if (asObject(messages[0])['role'] !== 'user')
    return reject('messages: first message must use the "user" role')
  return undefined
}

function checkMessage(
  { role, content }: JsonObject,
  { index, isLast }: { readonly index: number; readonly isLast: boolean },
): Rejection | undefined {
  if (role === 'system')
    return reject(
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    )
  if (role !== 'user' && role !== 'assistant')
    return reject(`messages.${index}.role: Input should be 'user' or 'assistant'`)
  if (typeof content !== 'string' && !isList(content))
    return reject(`messages.${index}.content: Input should be a valid string or list`)
  if (content.length === 0 && !(isLast && role === 'assistant'))
    return reject(
      `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
    )
  const parts = asList(content)
  for (const [place, part] of parts.entries()) {
    const found = checkPart(part, role, `messages.${index}.content.${place}`)
    if (found) return found
  }
  const last = typeof content === 'string' ? content : asText(asObject(parts.at(-1))['text'])
  if (isLast && role === 'assistant' && /\s$/.test(last))
    return reject('messages: final assistant content cannot end with trailing whitespace')
  return undefined
}

const PART_ROLES: ReadonlyMap<string, string> = new Map([
  ['text', 'user assistant'],
  ['image', 'user'],
  ['document', 'user'],
  ['tool_result', 'user'],
  ['tool_use', 'assistant'],
  ['thinking', 'assistant'],
  ['redacted_thinking', 'assistant'],
])

function checkPart(value: JsonValue, role: string, place: string): Rejection | undefined {
  if (!isObject(value)) return reject(`${place}: Input should be a valid dictionary`)
  const type = asText(value['type'])
  const roles = PART_ROLES.get(type)
  if (roles === undefined)
    return reject(`${place}: Input tag '${type}' found using 'type' does not match any of the expected tags`)
  if (!roles.includes(role))
    return reject(`${place}: \`${type}\` blocks can only be in \`${roles}\` messages`)
  if (type !== 'text' || asText(value['text']) !== '') return undefined
  return value['cache_control'] === undefined
    ? reject('messages: text content blocks must be non-empty')
    : reject(`${place}.text: cache_control cannot be set for empty text blocks`)
}

/** Marks: at most four, of a known kind, on what can bear one, the longer lifetimes first. */
function checkAnthropicMarks(body: JsonObject): Rejection | undefined {
  const marks = collectMarks(body)
  const onThinking = marks.find(({ type }) => type === 'thinking' || type === 'redacted_thinking')
  if (onThinking) return reject(`${onThinking.type}.cache_control: Extra inputs are not permitted`)
  if (marks.length > MAXIMUM_MARKS)
    return reject(
      `A maximum of ${MAXIMUM_MARKS} blocks with cache_control may be provided. Found ${marks.length}.`,
    )
  let hasShort = false
  for (const { mark } of marks) {
    if (!isObject(mark) || mark['type'] !== 'ephemeral')
      return reject("cache_control.type: Input should be 'ephemeral'")
    const ttl = mark['ttl'] ?? '5m'
    if (ttl !== '5m' && ttl !== '1h') return reject("cache_control.ttl: Input should be '5m' or '1h'")
    if (ttl === '1h' && hasShort)
      return reject(
        "A ttl='1h' cache_control block must not come after a ttl='5m' cache_control block; blocks are processed in the order tools, system, messages.",
      )
    hasShort ||= ttl === '5m'
  }
  return undefined
}

interface Mark {
  readonly type: string
  readonly mark: JsonValue
}

/** In the order in which they are read: tools, system, messages, then the one for the whole. */
function collectMarks(body: JsonObject): readonly Mark[] {
  const messages = asList(body['messages']).map((message) => asObject(message)['content'])
  return [...[body['tools'], body['system'], ...messages].flatMap(marksIn), ...marksIn([body])]
}

function marksIn(parts: JsonValue | undefined): readonly Mark[] {
  return asList(parts).flatMap((part) => {
    const { type, cache_control: mark, content } = asObject(part)
    const own = mark === undefined || mark === null ? [] : [{ type: asText(type), mark }]
    return [...marksIn(content), ...own]
  })
}

/** Tool definitions, and that every call has its result in the next message and every result its call. */
function checkAnthropicTools(body: JsonObject): Rejection | undefined {
  const messages = joinNeighbours(asList(body['messages']).map(asObject))
  return firstRejection([
    () => checkDefinitions(asList(body['tools'])),
    ...asList(body['messages']).map((message, index) => () => checkNames(asObject(message), index)),
    ...messages.map((_, index) => () => checkPairs(messages, index)),
  ])
}

function checkDefinitions(tools: readonly JsonValue[]): Rejection | undefined {
  const names = new Set<string>()
  for (const [index, entry] of tools.entries()) {
    const tool = asObject(entry)
    const name = asText(tool['name'])
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name))
      return reject(`tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`)
    if (names.has(name)) return reject('tools: Tool names must be unique.')
    names.add(name)
    // A tool of the provider's own has a type and brings its schema itself.
    const isOwn = tool['type'] !== undefined && tool['type'] !== 'custom'
    if (!isOwn && (!isObject(tool['input_schema']) || tool['input_schema']['type'] !== 'object'))
      return reject(`tools.${index}.custom.input_schema.type: Field required`)
  }
  return undefined
}

function checkNames({ content }: JsonObject, index: number): Rejection | undefined {
  const nameless = asList(content)
    .map(asObject)
    .findIndex((part) => part['type'] === 'tool_use' && asText(part['name']) === '')
  if (nameless < 0) return undefined
  return reject(`messages.${index}.content.${nameless}.tool_use.name: Field required`)
}

interface Joined {
  readonly role: string
  readonly parts: readonly JsonObject[]
}

/** Neighbours of one role are one message to the model. */
function joinNeighbours(messages: readonly JsonObject[]): readonly Joined[] {
  const joined: Joined[] = []
  for (const { role, content } of messages) {
    const parts = typeof content === 'string' ? [{ type: 'text' }] : asList(content).map(asObject)
    const last = joined.at(-1)
    if (last !== undefined && last.role === role)
      joined.splice(-1, 1, { role: last.role, parts: [...last.parts, ...parts] })
    else joined.push({ role: asText(role), parts })
  }
  return joined
}

function checkPairs(messages: readonly Joined[], index: number): Rejection | undefined {
  const calls = idsOf(messages[index]?.parts, 'tool_use', 'id')
  const results = idsOf(leadingResults(messages[index + 1]?.parts), 'tool_result', 'tool_use_id')
  const open = calls.filter((id) => !results.includes(id))
  if (open.length > 0)
    return reject(
      `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    )
  const earlier = idsOf(messages[index - 1]?.parts, 'tool_use', 'id')
  const own = idsOf(messages[index]?.parts, 'tool_result', 'tool_use_id')
  const orphan = own.find((id) => !earlier.includes(id))
  if (orphan !== undefined)
    return reject(
      `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
    )
  if (new Set(own).size < own.length)
    return reject(
      `messages.${index}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with one id.`,
    )
  return undefined
}

/** Results must come first in their message. */
function leadingResults(parts: readonly JsonObject[] = []): readonly JsonObject[] {
  const end = parts.findIndex((part) => part['type'] !== 'tool_result')
  return end < 0 ? parts : parts.slice(0, end)
}

function idsOf(parts: readonly JsonObject[] = [], type: string, name: string): readonly string[] {
  return parts.filter((part) => part['type'] === type).map((part) => asText(part[name]))
}
