import type { JsonValue } from '@varve/engine'
import { asList, asObject, asText, isList } from '../../wire/body-blocks-json.ts'
import type { JsonObject } from '../../wire/wire.ts'
import type { CheckContext, Rejection } from '../dialect/dialect.ts'
import { checkOpenai } from './check-openai.ts'
import { firstRejection, reject } from './reject.ts'

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool']

/** What OpenAI's Chat Completions refuses. */
export function checkChat(body: JsonObject, context: CheckContext): Rejection | undefined {
  const { messages } = body
  if (!isList(messages) || messages.length === 0)
    return reject(
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      {
        param: 'messages',
        code: isList(messages) ? 'empty_array' : 'missing_required_parameter',
      },
    )
  if (body['max_tokens'] !== undefined && /^(o\d|gpt-[5-9])/.test(context.model))
    return reject(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      {
        param: 'max_tokens',
        code: 'unsupported_parameter',
      },
    )
  return firstRejection([
    ...messages.map((message, index) => () => checkMessage(asObject(message), index)),
    () => checkCalls(messages.map(asObject)),
    () => checkOpenai(body, messages, context),
  ])
}

function checkMessage(message: JsonObject, index: number): Rejection | undefined {
  const role = asText(message['role'])
  const param = `messages[${index}]`
  if (!ROLES.includes(role))
    return reject(
      `Invalid value: '${role}'. Supported values are: ${ROLES.map((name) => `'${name}'`).join(', ')}.`,
      {
        param: `${param}.role`,
        code: 'invalid_value',
      },
    )
  const { content } = message
  const calls = asList(message['tool_calls'])
  if ((content === undefined || content === null) && !(role === 'assistant' && calls.length > 0))
    return reject(`Invalid value for 'content': expected a string, got null.`, { param: `${param}.content` })
  if (calls.length > 0 && role !== 'assistant')
    return reject(`Unknown parameter: '${param}.tool_calls'.`, {
      param: `${param}.tool_calls`,
      code: 'unknown_parameter',
    })
  return checkNames(calls, `${param}.tool_calls`) ?? checkParts(content, role, `${param}.content`)
}

function checkNames(calls: readonly JsonValue[], place: string): Rejection | undefined {
  const nameless = calls.findIndex((call) => asText(asObject(asObject(call)['function'])['name']) === '')
  if (nameless < 0) return undefined
  const param = `${place}[${nameless}].function.name`
  return reject(`Missing required parameter: '${param}'.`, { param, code: 'missing_required_parameter' })
}

function checkParts(content: JsonValue | undefined, role: string, place: string): Rejection | undefined {
  const allowed = role === 'user' ? ['text', 'image_url', 'input_audio', 'file'] : ['text', 'refusal']
  const wrong = asList(content).findIndex((part) => !allowed.includes(asText(asObject(part)['type'])))
  if (wrong < 0) return undefined
  return reject(
    `Invalid value: '${asText(asObject(asList(content)[wrong])['type'])}'. Supported values are: ${allowed.map((name) => `'${name}'`).join(', ')}.`,
    {
      param: `${place}[${wrong}].type`,
      code: 'invalid_value',
    },
  )
}

/** Every call is answered before anything else is said, and nothing is answered that was not called. */
function checkCalls(messages: readonly JsonObject[]): Rejection | undefined {
  let open: readonly string[] = []
  for (const [index, message] of messages.entries()) {
    if (message['role'] === 'tool') {
      const id = asText(message['tool_call_id'])
      if (!open.includes(id))
        return reject(
          "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
          {
            param: `messages.[${index}].role`,
          },
        )
      open = open.filter((each) => each !== id)
      continue
    }
    if (open.length > 0) return unanswered(open, index)
    open = asList(message['tool_calls']).map((call) => asText(asObject(call)['id']))
  }
  return open.length > 0 ? unanswered(open, messages.length) : undefined
}

function unanswered(ids: readonly string[], index: number): Rejection {
  return reject(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`,
    { param: `messages.[${index}].role` },
  )
}
