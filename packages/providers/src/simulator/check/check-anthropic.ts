import type { JsonValue } from '@varve/engine'
import { asList, asObject, asText, isList, isObject } from '../../wire/body-blocks-json.ts'
import type { JsonObject } from '../../wire/wire.ts'
import type { Rejection } from '../dialect/dialect.ts'
import { checkAnthropicMarks } from './check-anthropic-marks.ts'
import { checkAnthropicTools } from './check-anthropic-tools.ts'
import { firstRejection, reject } from './reject.ts'

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
