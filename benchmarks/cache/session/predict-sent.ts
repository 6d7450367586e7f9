import type { Tokenizer } from '@varve/engine'
import { type CacheMemory, EMPTY_CACHE_MEMORY } from '@varve/engine/internal'
import { type CatalogueModel, forecastRequest, type JsonObject } from '@varve/providers'
import type { Counts } from '../wire/counted-call.ts'
import { frontText } from './measured-tokenizer.ts'
import type { SentCall } from './sent-calls.ts'

const MARK = { type: 'ephemeral' }

/** What the predictor says of each call; `renews` tells which calls came with another front than the one before. */
export function predictSent(
  calls: readonly SentCall[],
  options: {
    readonly model: CatalogueModel
    readonly tokenizer: Tokenizer
    readonly renews: (call: SentCall) => boolean
  },
): readonly Counts[] {
  const { model, renews } = options
  const tokenizer = remember(options.tokenizer)
  let memory: CacheMemory = EMPTY_CACHE_MEMORY
  let front = 1
  return calls.map((call) => {
    if (renews(call)) front += 1
    const body = bodyOf(call.messages, front)
    const request = {
      protocol: 'anthropic',
      method: 'POST',
      path: '',
      body,
      bodyText: '',
      losses: [],
    } as const
    const forecast = forecastRequest({ model, request, memory, tokenizer, at: call.at })
    memory = forecast.memory
    return forecast.usage
  })
}

/** As that client marks it: the end of the system prompt, and the end of the newest message. */
function bodyOf(messages: readonly JsonObject[], front: number): JsonObject {
  const last = messages.at(-1)
  const content = (last?.['content'] ?? []) as readonly JsonObject[]
  const marked = [...content.slice(0, -1), { ...content.at(-1), cache_control: MARK }]
  return {
    system: [{ type: 'text', text: frontText(front), cache_control: MARK }],
    messages: [...messages.slice(0, -1), { ...last, content: marked }],
  }
}

function remember({ id, count }: Tokenizer): Tokenizer {
  const counts = new Map<string, number>()
  return {
    id,
    count: (text) => {
      const known = counts.get(text) ?? count(text)
      counts.set(text, known)
      return known
    },
  }
}
