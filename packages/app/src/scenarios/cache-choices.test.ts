import { DEFAULT_PROFILES } from '@varve/engine'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KEYS, type SimulatedApp, type SimulatedOptions, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import type { TurnView } from '@varve/contract'

let it: SimulatedApp
let now = 0

beforeEach(() => {
  now = Date.UTC(2026, 0, 5, 9)
})

afterEach(() => it.remove())

async function begin(options: SimulatedOptions = {}): Promise<void> {
  it = await simulatedApp({ now: () => now, ...options })
}

const minutes = (count: number): void => {
  now += count * 60_000
}
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const inspect = (number: number) => it.app.inspectTurn({ ...place(), turn: number })
const calls = () =>
  it.simulator.requests.filter(({ model, path }) => model !== undefined && !path.includes('/cachedContents'))

/** Prediction and reported usage are equal, to the token. */
async function expectExact(turn: TurnView): Promise<void> {
  const { predicted } = await inspect(turn.number)
  const { input, cached } = turn.answer.usage ?? {}
  expect({ input: predicted.input, cached: predicted.cached }).toEqual({ input, cached })
  expect(turn.answer.usage?.warnings).toBeUndefined()
}

describe('the lifetime of marks', () => {
  const claude = 'anthropic/claude-sonnet-4-5'
  const ttls = (body: string | undefined) =>
    [...(body ?? '').matchAll(/"ttl":"(\w+)"/g)].map(([, ttl]) => ttl)

  async function askAfter(gaps: readonly number[]): Promise<readonly TurnView[]> {
    const turns: TurnView[] = []
    for (const [index, gap] of gaps.entries()) {
      minutes(gap)
      turns.push(await it.ask(it.chatId, `Pier ${index}?`, index === 0 ? ['tides.md'] : [], claude))
    }
    return turns
  }

  test('switches to an hour once a chat has long pauses, stays there, and is predicted to the token', async () => {
    await begin()
    const turns = await askAfter([0, 1, 1, 20, 20, 20, 1, 50, 70, 1])
    const chosen = await Promise.all(turns.map(({ number }) => inspect(number)))
    expect(chosen.map(({ cache }) => cache?.lifetime)).toEqual([
      '5m',
      '5m',
      '5m',
      '5m',
      '1h',
      '1h',
      '1h',
      '1h',
      '1h',
      '1h',
    ])
    for (const [index, { bodyText }] of calls().entries())
      expect(new Set(ttls(bodyText))).toEqual(new Set(index < 4 ? [] : ['1h']))
    // Cold after 20 minutes while marks lived for five, warm once they lived for an hour, cold after 70.
    const warm = turns.filter(({ answer }) => (answer.usage?.cached ?? 0) > 0)
    expect(warm.map(({ number }) => number)).toEqual([2, 3, 6, 7, 8, 10])
    for (const turn of turns) await expectExact(turn)
  })

  test('writing for an hour costs double, and the gauge counts down an hour', async () => {
    await begin({ models: [{ id: claude, cache: { lifetime: '1h' } }] })
    const [first] = await askAfter([0])
    const { written = 0, uncached = 0, output = 0, costUSD } = first?.answer.usage ?? {}
    expect(costUSD).toBeCloseTo((written * 6 + uncached * 3 + output * 15) / 1e6, 12)
    const asked = now
    minutes(30)
    const draft = { ...place(), text: 'Pier?', attach: [], modelId: claude }
    expect(await it.app.forecastTurn(draft)).toMatchObject({ warmUntil: asked + 3_600_000 })
    expect((await it.app.forecastTurn(draft)).cachedTokens).toBeGreaterThan(1024)
  })

  test('the catalogue can fix it at five minutes; a model without marks has no choice', async () => {
    await begin({ models: [{ id: claude, cache: { lifetime: '5m' } }] })
    const turns = await askAfter([0, 20, 20, 20, 20, 20])
    expect((await inspect(turns.length)).cache).toEqual({ lifetime: '5m' })
    await it.ask(it.chatId, 'Pier?', [], 'deepseek/deepseek-v4-flash')
    expect((await inspect(turns.length + 1)).cache).toBeUndefined()
  })
})

describe('explicit Gemini caches', () => {
  const gemini = 'google/gemini-2.5-pro'
  const models = [{ id: gemini, cache: { explicitCache: true } }]
  /** A Gemini that finds nothing again by itself. */
  const forgetful = { gemini: { ...DEFAULT_PROFILES.gemini, lifetimeSeconds: 0 } }
  const wanted = { models, simulator: { profiles: forgetful } }
  const made = () => it.simulator.requests.filter(({ path }) => path.includes('/cachedContents'))
  const methods = () => made().map(({ method }) => method)
  const objects = () => it.store.cacheObjects.list(WORKSPACE, it.chatId)

  /** Another model read the note first, so that it is in the base that Gemini is given. */
  async function joinGemini(): Promise<void> {
    await it.ask(it.chatId, 'Begin.', ['tides.md'], 'offline')
  }

  async function ask(text: string): Promise<TurnView> {
    const turn = await it.ask(it.chatId, text, [], gemini)
    // An object is made after the answer; the next question would not wait for it, but these tests do.
    const end = { workspaceId: WORKSPACE, answerId: turn.answer.id, after: turn.answer.text.length + 1 }
    while (await it.app.watchAnswer(end)) await new Promise((resolve) => setTimeout(resolve, 5))
    return turn
  }

  async function askOften(count: number): Promise<readonly TurnView[]> {
    const turns: TurnView[] = []
    for (let index = 0; index < count; index += 1) {
      minutes(2)
      turns.push(await ask(`What of pier ${index}?`))
    }
    return turns
  }

  test('are made only if the user asks for them', async () => {
    await begin()
    await joinGemini()
    await askOften(8)
    expect(made()).toEqual([])
  })

  test('are not made while Gemini finds requests again by itself', async () => {
    await begin({ models })
    await joinGemini()
    const turns = await askOften(10)
    expect(turns.at(-1)?.answer.usage?.cached).toBeGreaterThan(1_024)
    expect(made()).toEqual([])
  })

  test('an answer ends once, even if the cache afterwards cannot be recorded', async () => {
    await begin(wanted)
    await joinGemini()
    await askOften(5)
    const refuse = `create trigger refuse before insert on cache_objects begin select raise(abort, 'No room.'); end`
    await it.store.commit([{ sql: refuse, parameters: [] }])
    const [turn] = await askOften(1)
    expect(turn?.answer.status).toBe('complete')
    expect(methods()).toEqual(['POST', 'DELETE'])
    expect(it.reports.filter((report) => report.includes('could not be ended'))).toEqual([])
    expect(it.reports.filter((report) => report.includes('without an object'))).toHaveLength(1)
  })

  test('are made when an hour’s calls pay for them; later calls name them, as predicted', async () => {
    await begin(wanted)
    await joinGemini()
    await askOften(5)
    expect(methods()).toEqual([])
    await askOften(1)
    expect(methods()).toEqual(['POST'])
    expect(made()[0]?.bodyText).toContain('"ttl":"3600s"')
    expect(await objects()).toMatchObject([{ modelId: gemini, expiresAt: now + 3_600_000 }])
    const [named, again] = await askOften(2)
    const body = calls().at(-1)?.body
    const [object] = await objects()
    expect(body).toMatchObject({ cachedContent: object?.name })
    expect(Object.keys(body ?? {})).not.toContain('systemInstruction')
    expect(named?.answer.usage?.cached).toBeGreaterThan(2_048)
    for (const turn of [named, again]) if (turn) await expectExact(turn)
    expect((await inspect(named?.number ?? 0)).cache).toEqual({ object: object?.name })
    // The first call that names it pays for making and storing it.
    expect(named?.answer.usage?.costUSD).toBeGreaterThan(2 * (again?.answer.usage?.costUSD ?? 1))
    expect(methods()).toEqual(['POST'])
  })

  test('are not made for runs with tools, whose requests grow with each step', async () => {
    await begin(wanted)
    await it.app.setChatSettings({ ...place(), settings: { runner: 'agent' } })
    await joinGemini()
    await askOften(8)
    expect(made()).toEqual([])
  })

  test('are renewed while used, and replaced in a new epoch', async () => {
    await begin(wanted)
    await joinGemini()
    await askOften(7)
    const [first] = await objects()
    minutes(48)
    // Two of the calls of the last hour are left; they no longer pay for an object, but this one is there.
    await askOften(1)
    expect(await objects()).toMatchObject([{ name: first?.name }])
    await askOften(4)
    expect(methods()).toEqual(['POST', 'PATCH'])
    await it.app.forgetArtifact({ ...place(), key: 'tides.md' })
    minutes(2)
    await ask('Forgotten?')
    expect(methods()).toEqual(['POST', 'PATCH', 'DELETE', 'POST'])
    const [next, ...others] = await objects()
    expect(others).toEqual([])
    expect(next?.name).not.toBe(first?.name)
  })

  test('are deleted with a chat that goes to the trash', async () => {
    await begin(wanted)
    await joinGemini()
    await askOften(6)
    const [object] = await objects()
    await it.app.deleteChat(place())
    expect(made().at(-1)).toMatchObject({ method: 'DELETE', status: 200 })
    expect(made().at(-1)?.path).toContain(object?.name)
    expect(await objects()).toEqual([])
  })

  test('one that the provider lost is dropped, and the inspector shows what was sent', async () => {
    await begin(wanted)
    await joinGemini()
    await askOften(6)
    const [object] = await objects()
    await fetch(`${it.simulator.url}/v1beta/${object?.name}`, {
      method: 'DELETE',
      headers: { 'x-goog-api-key': KEYS.GEMINI_API_KEY },
    })
    minutes(1)
    const turn = await ask('Still there?')
    expect(turn.answer).toMatchObject({ status: 'complete' })
    expect(
      calls()
        .slice(-2)
        .map(({ status }) => status),
    ).toEqual([404, 200])
    const { wire, cache } = await inspect(turn.number)
    expect(wire?.bodyText).toBe(calls().at(-1)?.bodyText)
    expect(cache).toBeUndefined()
    await expectExact(turn)
    // The object is made again for the calls to come.
    expect((await objects()).map(({ name }) => name)).not.toContain(object?.name)
  })
})
