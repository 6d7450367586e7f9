import { stableJson } from '@varve/engine/internal'
import { PROTOCOLS } from '../protocols/protocols.ts'
import { ProviderError } from '../provider-error.ts'
import type { CallInput } from '../request/call-input.ts'
import { placeCall } from '../request/placed-call.ts'
import { asList, asObject } from '../wire/json.ts'
import type { JsonObject, WireRequest } from '../wire/wire.ts'

/** The source of each request, for as long as the request exists. */
const SOURCES = new WeakMap<WireRequest, CallInput>()

/** The request of a call, as `sendRequest` sends it; nothing goes out, no key is needed. */
export async function buildRequest(input: CallInput): Promise<WireRequest> {
  const { provider, protocol, name } = input.model
  if (protocol === 'offline')
    throw new ProviderError({
      code: 'bad-request',
      provider,
      message: `${name} answers inside this program; there is no request`,
    })
  const placed = await placeCall(input)
  const { path, body } = PROTOCOLS[protocol].write(placed)
  const bodyText = JSON.stringify(body)
  const request = { protocol, method: 'POST', path, body, bodyText, losses: placed.losses } as const
  SOURCES.set(request, input)
  return request
}

/** Whether a request was built from exactly this call and so can contain nothing else. */
export function isBuiltFrom(request: WireRequest, input: CallInput): boolean {
  const source = SOURCES.get(request)
  if (!source) return false
  const { model, messages, tools, settings, cache } = source
  return (
    model === input.model &&
    messages === input.messages &&
    tools === input.tools &&
    settings === input.settings &&
    stableJson(cache ?? {}) === stableJson(input.cache ?? {})
  )
}

/** The object that holds the first blocks of a call: its system text, its tools, and those messages. */
export async function buildCacheObject(call: CallInput, blocks: number): Promise<Pick<WireRequest, 'body'>> {
  const { cache: _, settings: __, ...rest } = call
  // A base may end with an answer and a request may not: a last message is added and taken away again.
  const messages = [...firstBlocks(call.messages, blocks), { role: 'user' as const, parts: [END] }]
  const { body } = await buildRequest({ ...rest, messages })
  const { systemInstruction, tools } = body
  const kept = withoutEnd(asList(body['contents']).map(asObject))
  return {
    body: {
      model: `models/${call.model.wireModel}`,
      ...(kept.length === 0 ? {} : { contents: kept }),
      ...(systemInstruction === undefined ? {} : { systemInstruction }),
      ...(tools === undefined ? {} : { tools }),
    },
  }
}

const END = { kind: 'text', text: 'end' } as const

function withoutEnd(contents: readonly JsonObject[]): readonly JsonObject[] {
  const last = contents.at(-1)
  const parts = asList(last?.['parts']).slice(0, -1)
  return parts.length === 0 ? contents.slice(0, -1) : [...contents.slice(0, -1), { ...last, parts }]
}

function firstBlocks(messages: CallInput['messages'], blocks: number): CallInput['messages'] {
  let left = blocks
  return messages.flatMap(({ role, parts }) => {
    const kept = parts.slice(0, Math.max(0, left))
    left -= parts.length
    return kept.length === 0 ? [] : [{ role, parts: kept }]
  })
}
