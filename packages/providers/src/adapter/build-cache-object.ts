import { z } from 'zod'
import type { JsonObject, WireRequest } from '../wire/wire.ts'
import { buildRequest } from './build-request.ts'
import type { CallInput } from './call-input.ts'

/** The object that holds the first blocks of a call: its system text, its tools, and those messages. */
export async function buildCacheObject(call: CallInput, blocks: number): Promise<Pick<WireRequest, 'body'>> {
  const { cache: _, settings: __, ...rest } = call
  // A base may end with an answer and a request may not: a last message is added for the converter and taken away.
  const messages = [...firstBlocks(call.messages, blocks), { role: 'user' as const, parts: [END] }]
  const { body } = await buildRequest({ ...rest, messages })
  const { contents, systemInstruction, tools } = body
  const kept = withoutEnd(contents)
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
const contentsSchema = z.array(z.looseObject({ parts: z.array(z.json()) }))

function withoutEnd(contents: unknown): readonly JsonObject[] {
  const parsed = contentsSchema.parse(contents)
  const last = parsed.at(-1)
  const parts = last?.parts.slice(0, -1) ?? []
  const kept = parts.length === 0 ? parsed.slice(0, -1) : [...parsed.slice(0, -1), { ...last, parts }]
  return kept as readonly JsonObject[]
}

function firstBlocks(messages: CallInput['messages'], blocks: number): CallInput['messages'] {
  let left = blocks
  return messages.flatMap(({ role, parts }) => {
    const kept = parts.slice(0, Math.max(0, left))
    left -= parts.length
    return kept.length === 0 ? [] : [{ role, parts: kept }]
  })
}
