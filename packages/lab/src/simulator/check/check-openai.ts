import type { JsonValue } from '@varve/engine/internal'
import { asList, asObject, asText, isList, isObject } from '@varve/providers/internal'
import type { JsonObject } from '@varve/providers'
import type { CheckContext, Rejection } from '../dialect/dialect.ts'
import { reject } from './reject.ts'

/** Maximum number of marks: four, one of which the provider sets by default. */
const MAXIMUM_MARKS = 4

/** What both of OpenAI's protocols refuse: settings out of range, tools without a name, too many marks. */
export function checkOpenai(
  body: JsonObject,
  messages: JsonValue | undefined,
  { profileId }: CheckContext,
): Rejection | undefined {
  const { temperature } = body
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 2))
    return reject(
      `Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got ${temperature} instead.`,
      {
        param: 'temperature',
        code: 'decimal_above_max_value',
      },
    )
  return checkNames(body) ?? checkMarks(body, collectMarks(messages), profileId)
}

function checkNames(body: JsonObject): Rejection | undefined {
  for (const [index, entry] of asList(body['tools']).entries()) {
    const tool = asObject(entry)
    if (tool['type'] !== 'function')
      return reject(`Invalid value: '${asText(tool['type'])}'.`, {
        param: `tools[${index}].type`,
        code: 'invalid_value',
      })
    const name = asText({ ...tool, ...asObject(tool['function']) }['name'])
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name))
      return reject(
        `Invalid 'tools[${index}].function.name': string does not match pattern '^[a-zA-Z0-9_-]+$'.`,
        {
          param: `tools[${index}].function.name`,
          code: 'invalid_value',
        },
      )
  }
  return undefined
}

function checkMarks(
  body: JsonObject,
  marks: readonly JsonObject[],
  profileId: string,
): Rejection | undefined {
  const param = 'prompt_cache_breakpoint'
  const options = body['prompt_cache_options']
  if (profileId !== 'openai-5.6') {
    const known = marks.length === 0 && options === undefined
    return known
      ? undefined
      : reject(`Unsupported parameter: '${param}' is not supported with this model.`, {
          param,
          code: 'unsupported_parameter',
        })
  }
  const isExplicit = asObject(options)['mode'] === 'explicit'
  const limit = isExplicit ? MAXIMUM_MARKS : MAXIMUM_MARKS - 1
  if (marks.length > limit)
    return reject(
      `Too many prompt cache breakpoints: at most ${limit} are allowed in this mode, found ${marks.length}.`,
      { param, code: 'invalid_value' },
    )
  if (marks.some((part) => 'text' in part && asText(part['text']) === ''))
    return reject('A prompt cache breakpoint cannot be set on empty text.', { param, code: 'invalid_value' })
  return undefined
}

/** All parts with a mark, in any message. */
function collectMarks(value: JsonValue | undefined): readonly JsonObject[] {
  if (isList(value)) return value.flatMap(collectMarks)
  if (!isObject(value)) return []
  const own = isObject(value['prompt_cache_breakpoint']) ? [value] : []
  return [...own, ...collectMarks(value['content']), ...collectMarks(value['output'])]
}
