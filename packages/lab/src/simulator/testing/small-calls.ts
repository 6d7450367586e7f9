import type { JsonObject, WireProtocol } from '@varve/providers'

/** The smallest valid request of a protocol, in its two ways of being answered. */
export interface SmallCall {
  readonly protocol: WireProtocol
  readonly path: string
  readonly streamPath: string
  readonly body: JsonObject
  readonly stream: JsonObject
  /** The same with another model, which some protocols name in the path. */
  readonly withModel: (model: string) => { readonly path: string; readonly body: JsonObject }
}

const chat = { model: 'gpt-4.1', messages: [{ role: 'user', content: 'hi' }] }
const responses = { model: 'gpt-4.1', input: 'hi' }
const anthropic = { model: 'claude-sonnet-4-5', max_tokens: 5000, messages: chat.messages }
const gemini = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }
const ollama = { model: 'llama3.2', messages: chat.messages, stream: false }

function call(protocol: WireProtocol, path: string, body: JsonObject): SmallCall {
  const stream = { ...body, stream: true }
  const withModel = (model: string) => ({ path, body: { ...body, model } })
  return { protocol, path, streamPath: path, body, stream, withModel }
}

export const SMALL_CALLS: readonly SmallCall[] = [
  call('openai-responses', '/v1/responses', responses),
  call('openai-chat', '/v1/chat/completions', chat),
  call('anthropic', '/v1/messages', anthropic),
  {
    protocol: 'gemini',
    path: '/v1beta/models/gemini-2.5-pro:generateContent',
    streamPath: '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    body: gemini,
    stream: gemini,
    withModel: (model) => ({ path: `/v1beta/models/${model}:generateContent`, body: gemini }),
  },
  call('ollama', '/api/chat', ollama),
]
