import { anthropic } from '../dialect/anthropic.ts'
import {
  type Answer,
  chunkText,
  type Dialect,
  type Frame,
  type Rejection,
  type StreamFormat,
} from '../dialect/dialect.ts'
import { gemini } from '../dialect/gemini.ts'
import { openaiChat } from '../dialect/openai-chat.ts'
import { openaiResponses } from '../dialect/openai-responses.ts'
import { asObject, asText, isList } from '@varve/providers/internal'
import type { JsonObject } from '@varve/providers'
import type { ReplyPiece } from '../script/scenario.ts'
import { reject } from '../check/reject.ts'

const ROLES = ['system', 'user', 'assistant', 'tool']

/** Ollama's `/api/chat`. */
const ollama: Dialect = {
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

/** A millisecond a token, in nanoseconds; only their presence matters. */
const NANOSECONDS_PER_TOKEN = 1_000_000

export type Route =
  | {
      readonly kind: 'model-call'
      readonly dialect: Dialect
      readonly format: StreamFormat
      /** Where the path and not the body says it. */
      readonly model?: string
      readonly isStream?: boolean
    }
  | { readonly kind: 'cached-contents'; readonly dialect: Dialect; readonly name: string }
  | { readonly kind: 'openai-models'; readonly dialect: Dialect }
  | { readonly kind: 'ollama-tags'; readonly dialect: Dialect }
  | { readonly kind: 'ollama-show'; readonly dialect: Dialect }

/** Which part of which provider a path belongs to; undefined for one that none of them has. */
export function findRoute(method: string, url: URL): Route | undefined {
  const path = url.pathname.replace(/\/$/, '')
  if (method === 'POST') {
    const call = findCall(path, url.searchParams.get('alt') === 'sse')
    if (call) return call
  }
  if (method === 'GET' && path === '/v1/models') return { kind: 'openai-models', dialect: openaiChat }
  if (method === 'GET' && path === '/api/tags') return { kind: 'ollama-tags', dialect: ollama }
  if (method === 'POST' && path === '/api/show') return { kind: 'ollama-show', dialect: ollama }
  const cached = /^\/v1(?:beta)?\/cachedContents(?:\/([^/]+))?$/.exec(path)
  return cached ? { kind: 'cached-contents', dialect: gemini, name: cached[1] ?? '' } : undefined
}

function findCall(path: string, isEvents: boolean): Route | undefined {
  switch (path) {
    case '/v1/responses':
      return { kind: 'model-call', dialect: openaiResponses, format: 'sse' }
    case '/v1/chat/completions':
    case '/chat/completions':
      return { kind: 'model-call', dialect: openaiChat, format: 'sse' }
    case '/v1/messages':
      return { kind: 'model-call', dialect: anthropic, format: 'sse' }
    case '/api/chat':
      return { kind: 'model-call', dialect: ollama, format: 'ndjson' }
    default: {
      const match = /^\/v1(?:beta)?\/models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(path)
      if (match === null) return undefined
      const [, model = '', action] = match
      const isStream = action === 'streamGenerateContent'
      return { kind: 'model-call', dialect: gemini, format: isEvents ? 'sse' : 'array', model, isStream }
    }
  }
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

/** What Ollama refuses, which is little: it neither pairs calls with results nor minds their order. */
function checkOllama(body: JsonObject): Rejection | undefined {
  const messages = body['messages'] ?? []
  if (!isList(messages))
    return reject('json: cannot unmarshal messages into Go struct field ChatRequest.messages')
  for (const entry of messages) {
    const message = asObject(entry)
    const role = asText(message['role'])
    if (!ROLES.includes(role)) return reject(`invalid role: ${role}, must be one of [${ROLES.join(', ')}]`)
    if (message['content'] !== undefined && typeof message['content'] !== 'string')
      return reject(
        'json: cannot unmarshal object into Go struct field ChatRequest.messages.content of type string',
      )
  }
  return undefined
}
