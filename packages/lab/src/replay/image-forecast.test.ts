import { describePlan } from '@varve/engine'
import { buildRequest } from '@varve/providers'
import { CacheBank } from '../simulator/index.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTraceLines } from './read-trace.ts'
import { loadReplayModels, type ReplayProvider } from './replay-models.ts'
import { type ReplayedTurn, replayTurns } from './replay-trace.ts'
import { callOf } from './print-replayed.ts'

/** The head of a PNG of some size: all that anyone here reads of it. */
function picture(width: number, height: number, serial = 0): string {
  const bytes = Buffer.alloc(40)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(serial, 36)
  return bytes.toString('base64')
}

const LONG = 'A sentence about limits and keys. '.repeat(300)

type Line = Readonly<Record<string, unknown>>

async function replay(provider: ReplayProvider, lines: readonly Line[]): Promise<readonly ReplayedTurn[]> {
  const models = await loadReplayModels({ provider })
  const text = lines.map((line, index) =>
    JSON.stringify({ conversation: 'c', turn: index + 1, user: `q ${index}`, assistant: 'ok', ...line }),
  )
  return [...replayTurns(readTraceLines(text), { models })].map((replayed) => {
    if (replayed.kind === 'malformed') throw new Error(replayed.reason)
    return replayed
  })
}

/** What the simulator counts for the bodies, and what was predicted. */
async function compare(turns: readonly ReplayedTurn[]) {
  const bank = new CacheBank(turns[0]!.model.spec.tokenizer)
  const counted: object[] = []
  const predicted: object[] = []
  for (const turn of turns)
    for (const plan of turn.plans) {
      const { protocol, body } = await buildRequest(callOf(plan, turn))
      const { spec, catalogue } = turn.model
      const { input, cached, written, uncached } = bank.read({
        protocol,
        body,
        model: catalogue.wireModel,
        profile: spec.profile,
        at: 0,
      })
      counted.push({ input, cached, written, uncached })
      const usage = plan.predicted
      predicted.push({
        input: usage.input,
        cached: usage.cached,
        written: usage.written,
        uncached: usage.uncached,
      })
    }
  return { counted, predicted }
}

const PROVIDERS = ['anthropic', 'openai', 'openai-5.6', 'gemini'] as const

describe.each(PROVIDERS)('pictures, for %s', (provider) => {
  test('a prediction equals the simulator’s count, whenever pictures come', async () => {
    const size = fc.integer({ min: 1, max: 4000 })
    const image = fc.tuple(size, size).map(([width, height]) => ({
      name: 'a.png',
      data: picture(width, height),
      // The size in the trace is ignored if the bytes are available.
      width: 7,
    }))
    const turn = fc.record({
      images: fc.array(image, { maxLength: 2 }),
      attach: fc.constantFrom([], [{ kind: 'note', path: 'a.md', content: LONG }]),
      tools: fc.constantFrom([], [{ name: 'constructor', args: { a: 1 }, result: LONG }]),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 5 }), async (turns) => {
        const lines = turns.map((line, index) => (index === 0 ? { system: LONG, ...line } : line))
        const { counted, predicted } = await compare(await replay(provider, lines))
        expect(predicted).toEqual(counted)
      }),
      { numRuns: 15 },
    )
  })

  test('one that the trace only names is sent as a line, and counted as one', async () => {
    const turns = await replay(provider, [{ system: LONG }, { images: ['photo.png'] }, {}])
    const { counted, predicted } = await compare(turns)
    expect(predicted).toEqual(counted)
  })
})

test('the first picture leaves Anthropic only the system text in cache', async () => {
  const turns = await replay('anthropic', [
    { system: LONG, attach: [{ kind: 'note', path: 'a.md', content: LONG }] },
    {},
    { images: [{ data: picture(100, 100) }] },
  ])
  const cached = turns.map(({ plans }) => plans[0]!.predicted.cached)
  expect(cached[0]).toBe(0)
  expect(cached[2]).toBeGreaterThan(0)
  expect(cached[2]).toBeLessThan(cached[1]!)
})

test('a remote picture is listed as omitted, and costs nothing', async () => {
  const address = 'https://example.com/far.png'
  for (const image of [address, { url: address }, { name: address }]) {
    const [turn] = await replay('anthropic', [{ images: [image] }])
    const plan = turn!.plans[0]!
    expect(describePlan(plan, turn!.envelope).omissions).toMatchObject([
      { key: address, reason: 'remote-image-without-consent', tokens: 0, form: 'marker' },
    ])
    expect(plan.predicted.input).toBeLessThan(100)
  }
})
