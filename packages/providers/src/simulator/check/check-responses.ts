import type { JsonValue } from '@varve/engine'
import { asList, asObject, asText, isList } from '../../wire/body-blocks-json.ts'
import type { JsonObject } from '../../wire/wire.ts'
import type { CheckContext, Rejection } from '../dialect/dialect.ts'
import { checkOpenai } from './check-openai.ts'
import { firstRejection, reject } from './reject.ts'

const ROLES = ['assistant', 'system', 'developer', 'user']
const MINIMUM_OUTPUT = 16

/** What OpenAI's Responses refuses. Nothing is stored, so nothing can be referred to. */
export function checkResponses(body: JsonObject, context: CheckContext): Rejection | undefined {
  const { input } = body
  if (typeof input !== 'string' && !isList(input))
    return reject("Missing required parameter: 'input'.", {
      param: 'input',
      code: 'missing_required_parameter',
    })
  const limit = body['max_output_tokens']
  if (typeof limit === 'number' && limit < MINIMUM_OUTPUT)
    return reject(
      `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${MINIMUM_OUTPUT}, but got ${limit} instead.`,
      {
        param: 'max_output_tokens',
        code: 'integer_below_min_value',
      },
    )
  const previous = asText(body['previous_response_id'])
  if (previous !== '')
    return reject(`Previous response with id '${previous}' not found.`, {
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    })
  const items = asList(input).map(asObject)
  return firstRejection([
    ...items.map((item, index) => () => checkItem(item, index)),
    () => checkCalls(items),
    () => checkOpenai(body, input, context),
  ])
}

function checkItem(item: JsonObject, index: number): Rejection | undefined {
  const param = `input[${index}]`
  const type = item['type'] ?? 'message'
  if (type === 'item_reference')
    return { status: 404, message: `Item with id '${asText(item['id'])}' not found.`, param: 'input' }
  if (type === 'function_call' && asText(item['name']) === '')
    return reject(`Missing required parameter: '${param}.name'.`, {
      param: `${param}.name`,
      code: 'missing_required_parameter',
    })
  if (type !== 'message') return undefined
  const role = asText(item['role'])
  if (!ROLES.includes(role)) return invalidValue(role, ROLES, `${param}.role`)
  const allowed =
    role === 'assistant' ? ['output_text', 'refusal'] : ['input_text', 'input_image', 'input_file']
  return checkParts(item['content'], allowed, `${param}.content`)
}

function checkParts(
  content: JsonValue | undefined,
  allowed: readonly string[],
  place: string,
): Rejection | undefined {
  if (typeof content === 'string') return undefined
  if (!isList(content)) return reject(`Missing required parameter: '${place}'.`, { param: place })
  const types = content.map((part) => asText(asObject(part)['type']))
  const wrong = types.findIndex((type) => !allowed.includes(type))
  return wrong < 0 ? undefined : invalidValue(types[wrong] ?? '', allowed, `${place}[${wrong}]`)
}

function invalidValue(value: string, allowed: readonly string[], param: string): Rejection {
  const names = allowed.map((name) => `'${name}'`).join(', ')
  return reject(`Invalid value: '${value}'. Supported values are: ${names}.`, {
    param,
    code: 'invalid_value',
  })
}

function checkCalls(items: readonly JsonObject[]): Rejection | undefined {
  const calls = new Set<string>()
  const open = new Set<string>()
  for (const item of items) {
    const id = asText(item['call_id'])
    if (item['type'] === 'function_call') {
      calls.add(id)
      open.add(id)
    }
    if (item['type'] !== 'function_call_output') continue
    if (!calls.has(id))
      return reject(`No tool call found for function call output with call_id ${id}.`, { param: 'input' })
    open.delete(id)
  }
  const [unanswered] = open
  if (unanswered === undefined) return undefined
  return reject(`No tool output found for function call ${unanswered}.`, { param: 'input' })
}
