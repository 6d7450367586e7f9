import { asObject } from '../../wire/body-blocks-json.ts'
import type { JsonObject } from '../../wire/wire.ts'
import { checkOllama } from '../check/check-ollama.ts'
import type { ReplyPiece } from '../script/reply.ts'
import { chunkText } from './chunk-text.ts'
import type { Answer, Dialect, Frame } from './dialect.ts'

/** Ollama's `/api/chat`. */
export const ollama: Dialect = {
  protocol: 'ollama',
  check: checkOllama,
  maximumTokens: (body) => {
    const limit = asObject(body['options'])['num_predict']
    return typeof limit === 'number' && limit >= 0 ? limit : undefined
  },
  errorBody: ({ message }) => ({ error: message }),
  document,
  frames,
  failure: ({ message }) => ({ data: { error: message } }),
  overflow: (tokens, window) => ({
    status: 400,
    message: `input length ${tokens} exceeds the context length ${window}`,
  }),
}

function document(answer: Answer): JsonObject {
  const { pieces } = answer.reply
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
  const thinking = pieces.map((piece) => (piece.kind === 'reasoning' ? piece.text : '')).join('')
  const calls = pieces.filter((piece) => piece.kind === 'tool-call').map(callOf)
  const message = {
    role: 'assistant',
    content: text,
    ...(thinking !== '' && { thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  return { ...envelope(answer), message, ...ending(answer) }
}

function frames(answer: Answer): readonly Frame[] {
  const lines = answer.reply.pieces.flatMap((piece) => messagesOf(piece, answer.chunkCharacters))
  return [
    ...lines.map((message) => ({ data: { ...envelope(answer), message, done: false } })),
    { data: { ...envelope(answer), message: { role: 'assistant', content: '' }, ...ending(answer) } },
  ]
}

function messagesOf(piece: ReplyPiece, size: number): readonly JsonObject[] {
  switch (piece.kind) {
    case 'reasoning':
      return chunkText(piece.text, size).map((thinking) => ({ role: 'assistant', content: '', thinking }))
    case 'text':
      return chunkText(piece.text, size).map((content) => ({ role: 'assistant', content }))
    case 'tool-call':
      return [{ role: 'assistant', content: '', tool_calls: [callOf(piece)] }]
    default:
      return piece satisfies never
  }
}

function callOf(piece: Extract<ReplyPiece, { kind: 'tool-call' }>): JsonObject {
  return { function: { name: piece.tool, arguments: asObject(JSON.parse(piece.arguments)) } }
}

function envelope({ model, at }: Answer): JsonObject {
  return { model, created_at: new Date(at).toISOString() }
}

/** A millisecond a token, in nanoseconds: only that they are there matters. */
const NANOSECONDS_PER_TOKEN = 1_000_000

/** Ollama tells how much of the prompt it read, and nothing of what it had kept of it. */
function ending({ reply, usage }: Answer): JsonObject {
  const promptTime = (usage.input - usage.cached) * NANOSECONDS_PER_TOKEN
  const answerTime = usage.output * NANOSECONDS_PER_TOKEN
  return {
    done: true,
    done_reason: reply.finish === 'length' ? 'length' : 'stop',
    total_duration: promptTime + answerTime,
    load_duration: 0,
    prompt_eval_count: usage.input,
    prompt_eval_duration: promptTime,
    eval_count: usage.output,
    eval_duration: answerTime,
  }
}
