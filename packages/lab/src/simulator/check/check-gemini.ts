import { asList, asObject, asText, isList, isObject } from '@varve/providers/internal'
import type { JsonObject } from '@varve/providers'
import type { Rejection } from '../dialect/dialect.ts'
import { firstRejection, reject } from './reject.ts'

const NAMED_PARTS = [
  ['functionCall', 'function_call'],
  ['functionResponse', 'function_response'],
] as const

/** What Gemini's `generateContent` refuses. */
export function checkGemini(body: JsonObject): Rejection | undefined {
  const contents = asList(body['contents']).map(asObject)
  if (contents.length === 0) return reject('* GenerateContentRequest.contents: contents is not specified\n')
  const { temperature } = asObject(body['generationConfig'])
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 2))
    return reject(
      '* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0].\n',
    )
  return firstRejection([
    () => checkCachedContent(body),
    ...contents.map((content, index) => () => checkContent(content, index)),
    ...contents.map((_, index) => () => checkCalls(contents, index)),
  ])
}

/** A cache object brings its system text and its tools along. */
function checkCachedContent(body: JsonObject): Rejection | undefined {
  if (body['cachedContent'] === undefined) return undefined
  const own = ['systemInstruction', 'system_instruction', 'tools', 'toolConfig', 'tool_config']
  if (own.every((name) => body[name] === undefined)) return undefined
  return reject(
    'CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.\n\nProposed fix: move those values to CachedContent from GenerateContent request.',
  )
}

/** Checks one message; a cache object is made of the same. */
export function checkContent({ role, parts }: JsonObject, index: number): Rejection | undefined {
  if (role !== undefined && role !== 'user' && role !== 'model')
    return reject('Please use a valid role: user, model.')
  if (!isList(parts) || parts.length === 0)
    return reject(`* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.\n`)
  const empty = parts.findIndex((part) => !isObject(part) || Object.keys(part).length === 0)
  if (empty >= 0)
    return reject(
      `* GenerateContentRequest.contents[${index}].parts[${empty}].data: required oneof field 'data' must have one initialized field\n`,
    )
  for (const [place, part] of parts.map(asObject).entries())
    for (const [field, name] of NAMED_PARTS)
      if (isObject(part[field]) && asText(part[field]['name']) === '')
        return reject(
          `* GenerateContentRequest.contents[${index}].parts[${place}].${name}.name: Name cannot be empty.\n`,
        )
  return undefined
}

function checkCalls(contents: readonly JsonObject[], index: number): Rejection | undefined {
  const calls = countParts(contents[index], 'functionCall')
  const responses = countParts(contents[index], 'functionResponse')
  if (calls > 0 && asText(contents[index]?.['role']) !== 'model')
    return reject('Please ensure that function call turn comes with the role model.')
  if (calls > 0 && index > 0 && asText(contents[index - 1]?.['role']) === 'model')
    return reject(
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    )
  if (calls > 0 && countParts(contents[index + 1], 'functionResponse') !== calls)
    return reject(
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    )
  if (responses > 0 && countParts(contents[index - 1], 'functionCall') === 0)
    return reject('Please ensure that function response turn comes immediately after a function call turn.')
  return undefined
}

function countParts(content: JsonObject | undefined, name: string): number {
  return asList(content?.['parts']).filter((part) => isObject(asObject(part)[name])).length
}
