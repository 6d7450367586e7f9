import type { JsonValue } from '@varve/engine/internal'
import { asList, asObject, asText, isList } from '@varve/providers/internal'
import type { JsonObject } from '@varve/providers'
import type { ReplyFinish } from '../script/scenario.ts'
import {
  type Answer,
  type CheckContext,
  chunkText,
  type Dialect,
  type Frame,
  type Rejection,
  openaiErrorBody,
  openaiOverflow,
} from './dialect.ts'
import { checkOpenai } from '../check/check-openai.ts'
import { firstRejection, reject } from '../check/reject.ts'

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool']

/** OpenAI's Chat Completions, and DeepSeek's and local servers' fields of the same protocol. */
export const openaiChat: Dialect = {
  protocol: 'openai-chat',
  check: checkChat,
  maximumTokens: (body) => {
    const limit = body['max_completion_tokens'] ?? body['max_tokens']
    return typeof limit === 'number' ? limit : undefined
  },
  errorBody: openaiErrorBody,
  document,
  frames,
  failure: (rejection) => ({ data: openaiErrorBody(rejection) }),
  overflow: openaiOverflow,
}

const FINISH: Readonly<Record<ReplyFinish, string>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  filtered: 'content_filter',
}

function document(answer: Answer): JsonObject {
  const { pieces, finish } = answer.reply
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
  const calls = pieces
    .filter((piece) => piece.kind === 'tool-call')
    .map(({ callId, tool, arguments: json }) => ({
      id: callId,
      type: 'function',
      function: { name: tool, arguments: json },
    }))
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(showsReasoning(answer) && { reasoning_content: reasoningOf(answer) }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  return {
    ...envelope(answer, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH[finish] }],
    usage: usageOf(answer),
  }
}

function frames(answer: Answer): readonly Frame[] {
  const chunk = (delta: JsonObject, finish: string | null = null): Frame => ({
    data: {
      ...envelope(answer, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    },
  })
  const isDeepseek = answer.profileId === 'deepseek'
  const wantsUsage = isDeepseek || asObject(answer.body['stream_options'])['include_usage'] === true
  const usage: Frame = {
    data: { ...envelope(answer, 'chat.completion.chunk'), choices: [], usage: usageOf(answer) },
  }
  return [
    chunk({ role: 'assistant', content: '' }),
    ...deltas(answer).map((delta) => chunk(delta)),
    chunk({}, FINISH[answer.reply.finish]),
    ...(wantsUsage ? [usage] : []),
    { data: '[DONE]' },
  ]
}

function deltas(answer: Answer): readonly JsonObject[] {
  const size = answer.chunkCharacters
  let index = -1
  return answer.reply.pieces.flatMap((piece): readonly JsonObject[] => {
    switch (piece.kind) {
      case 'reasoning':
        return showsReasoning(answer)
          ? chunkText(piece.text, size).map((text) => ({ reasoning_content: text }))
          : []
      case 'text':
        return chunkText(piece.text, size).map((text) => ({ content: text }))
      case 'tool-call': {
        index += 1
        const head = {
          index,
          id: piece.callId,
          type: 'function',
          function: { name: piece.tool, arguments: '' },
        }
        const rest = chunkText(piece.arguments, size).map((part) => ({
          index,
          function: { arguments: part },
        }))
        return [head, ...rest].map((call) => ({ tool_calls: [call] }))
      }
      default:
        return piece satisfies never
    }
  })
}

/** OpenAI counts what was thought and keeps it; the others show it beside the text. */
function showsReasoning(answer: Answer): boolean {
  return !answer.profileId.startsWith('openai') && reasoningOf(answer) !== ''
}

function reasoningOf({ reply }: Answer): string {
  return reply.pieces.map((piece) => (piece.kind === 'reasoning' ? piece.text : '')).join('')
}

function envelope({ serial, at, model }: Answer, object: string): JsonObject {
  return { id: `chatcmpl-sim-${serial}`, object, created: Math.floor(at / 1000), model }
}

function usageOf({ usage, profileId }: Answer): JsonObject {
  const { input, cached, written, output, reasoning } = usage
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: {
      cached_tokens: cached,
      ...(profileId === 'openai-5.6' && { cache_write_tokens: written }),
    },
    completion_tokens_details: { reasoning_tokens: reasoning },
    ...(profileId === 'deepseek' && {
      prompt_cache_hit_tokens: cached,
      prompt_cache_miss_tokens: input - cached,
    }),
  }
}

/** What OpenAI's Chat Completions refuses. */
function checkChat(body: JsonObject, context: CheckContext): Rejection | undefined {
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

/** Every call must be answered before anything else, and nothing may be answered that was not called. */
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
