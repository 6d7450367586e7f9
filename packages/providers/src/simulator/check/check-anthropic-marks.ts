import type { JsonValue } from '@varve/engine'
import { asList, asObject, asText, isObject } from '../../wire/body-blocks-json.ts'
import type { JsonObject } from '../../wire/wire.ts'
import type { Rejection } from '../dialect/dialect.ts'
import { reject } from './reject.ts'

const MAXIMUM_MARKS = 4

/** Marks: at most four, of a known kind, on what can bear one, the longer lifetimes first. */
export function checkAnthropicMarks(body: JsonObject): Rejection | undefined {
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
