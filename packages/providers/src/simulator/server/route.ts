import { anthropic } from '../dialect/anthropic.ts'
import type { Dialect, StreamFormat } from '../dialect/dialect.ts'
import { gemini } from '../dialect/gemini.ts'
import { ollama } from '../dialect/ollama.ts'
import { openaiChat } from '../dialect/openai-chat.ts'
import { openaiResponses } from '../dialect/openai-responses.ts'

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
