import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProviderEvent } from '../wire/wire.ts'
import { sendRequest } from './send-request.ts'
import { CONFORMANCE_ADAPTERS } from './testing/conformance-adapters.ts'
import type { RecordedAnswer } from './testing/recorded-answer.ts'
import { sdkAnswer } from './testing/sdk-oracle.ts'

const RUNS = 25

const TOOL = fc.constantFrom('readNote', 'listNotes', 'mcp_web-search')

const ANSWER: fc.Arbitrary<RecordedAnswer> = fc.record(
  {
    texts: fc.array(fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), {
      minLength: 1,
      maxLength: 4,
    }),
    thinking: fc.record({ text: fc.string({ minLength: 1 }), signature: fc.constant('c2ln') }),
    calls: fc
      .array(TOOL, { maxLength: 2 })
      .map((names) =>
        names.map((name, index) => ({ id: `call_${index}`, name, arguments: `{"path":"${index}.md"}` })),
      ),
    finish: fc.constantFrom('stop' as const, 'length' as const),
  },
  { requiredKeys: ['texts'] },
)

/** An answer in few words, anyone who read it. */
interface Told {
  readonly text: string
  readonly thought: string
  readonly calls: readonly string[]
  readonly counts: readonly (number | undefined)[]
}

function toldBySdk(parts: readonly LanguageModelV4StreamPart[]): Told {
  const all = (type: string): string =>
    parts.map((part) => (part.type === type && 'delta' in part ? part.delta : '')).join('')
  const finish = parts.find((part) => part.type === 'finish')
  return {
    text: all('text-delta'),
    thought: all('reasoning-delta'),
    calls: parts.flatMap((part) =>
      part.type === 'tool-call' ? [`${part.toolCallId} ${part.toolName} ${part.input}`] : [],
    ),
    counts: [
      finish?.usage.inputTokens.total,
      finish?.usage.outputTokens.total,
      finish?.usage.inputTokens.cacheWrite ?? 0,
      finish?.usage.outputTokens.reasoning,
    ],
  }
}

function toldByUs(events: readonly ProviderEvent[]): Told {
  const all = (kind: 'text' | 'reasoning'): string =>
    events.map((event) => (event.kind === kind ? event.delta : '')).join('')
  const usage = events.flatMap((event) => (event.kind === 'usage' ? [event.usage] : []))[0]
  return {
    text: all('text'),
    thought: all('reasoning'),
    calls: events.flatMap((event) =>
      event.kind === 'tool-call' ? [`${event.callId} ${event.tool} ${event.arguments}`] : [],
    ),
    counts: [usage?.input, usage?.output, usage?.written, usage?.reasoning],
  }
}

/** The bytes in pieces of any size: a character may come in two. */
function inPieces(chunks: readonly string[], size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(chunks.join(''))
  return new ReadableStream({
    start: (stream) => {
      for (let at = 0; at < bytes.length; at += size) stream.enqueue(bytes.slice(at, at + size))
      stream.close()
    },
  })
}

describe('our readers and the AI SDK’s', () => {
  const adapters = CONFORMANCE_ADAPTERS.filter(({ name }) => name !== 'Ollama')
  test.each(adapters.map((adapter) => [adapter.name, adapter] as const))(
    '%s: agree on any answer, in any chunks',
    async (name, { model, record, contentType }) => {
      await fc.assert(
        fc.asyncProperty(ANSWER, fc.integer({ min: 1, max: 300 }), async (answer, size) => {
          // Only we separate tags from text, and the thoughts of OpenAI-compatible servers.
          fc.pre(!answer.texts.join('').includes('<'))
          const { thinking: _, ...unthought } = answer
          const chunks = record(name === 'OpenAI Chat' ? unthought : answer)
          const headers = { 'content-type': contentType }
          const messages = [{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] }] as const
          const events: ProviderEvent[] = []
          const fetch = async () => new Response(inPieces(chunks, size), { headers })
          for await (const event of sendRequest({ model, messages, tools: [] }, { fetch })) events.push(event)
          expect(toldByUs(events)).toEqual(toldBySdk(await sdkAnswer(model, chunks)))
        }),
        { numRuns: RUNS },
      )
    },
  )
})
