import { asObject } from '../../wire/body-blocks-json.ts'
import type { JsonObject } from '../../wire/wire.ts'
import { checkChat } from '../check/check-chat.ts'
import type { ReplyFinish } from '../script/reply.ts'
import { chunkText } from './chunk-text.ts'
import type { Answer, Dialect, Frame } from './dialect.ts'
import { openaiErrorBody, openaiOverflow } from './openai-error.ts'

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
