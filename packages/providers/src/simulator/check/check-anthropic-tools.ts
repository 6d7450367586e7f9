import type { JsonValue } from '@varve/engine'
import { asList, asObject, asText, isObject } from '../../wire/body-blocks-json.ts'
import type { JsonObject } from '../../wire/wire.ts'
import type { Rejection } from '../dialect/dialect.ts'
import { firstRejection, reject } from './reject.ts'

/** Tool definitions, and that every call has its result in the next message and every result its call. */
export function checkAnthropicTools(body: JsonObject): Rejection | undefined {
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

/** Results must stand before anything else in their message. */
function leadingResults(parts: readonly JsonObject[] = []): readonly JsonObject[] {
  const end = parts.findIndex((part) => part['type'] !== 'tool_result')
  return end < 0 ? parts : parts.slice(0, end)
}

function idsOf(parts: readonly JsonObject[] = [], type: string, name: string): readonly string[] {
  return parts.filter((part) => part['type'] === type).map((part) => asText(part[name]))
}
