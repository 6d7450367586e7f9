import { noticeWords } from '@varve/contract'
import { estimateTokenizer } from '@varve/engine'
import { o200kTokenizer } from '@varve/engine/tokenizer-o200k'
import { afterEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, type SimulatedOptions, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

afterEach(() => it.remove())

async function begin(options: SimulatedOptions = {}): Promise<void> {
  it = await simulatedApp(options)
}

const MODELS = [
  'openai/gpt-5.6',
  'openai/gpt-5.4',
  'anthropic/claude-sonnet-4-5',
  'google/gemini-2.5-pro',
  'deepseek/deepseek-v4-flash',
  'ollama/llama3.2:latest',
] as const

const calls = () => it.simulator.requests.filter(({ model }) => model !== undefined)

describe('the request', () => {
  test.each(MODELS)('in the inspector is the one that was sent: %s', async (modelId) => {
    await begin()
    await it.ask(it.chatId, 'What does the table say of pier 7?', ['tides.md'], modelId)
    await it.ask(it.chatId, 'And "the launch"? \u2028 🌊', ['plan.md', 'tides.md'], modelId)
    expect(calls()).toHaveLength(2)
    for (const [index, sent] of calls().entries()) {
      const { wire } = await it.app.inspectTurn({
        workspaceId: WORKSPACE,
        chatId: it.chatId,
        turn: index + 1,
      })
      expect(wire?.bodyText).toBe(sent.bodyText)
      expect(sent.path.endsWith(wire?.path ?? '?')).toBe(true)
      expect(wire?.protocol).toBe(sent.protocol)
      expect(wire?.losses).toEqual([])
    }
  })

  test('is stored in pieces shared between turns', async () => {
    await begin()
    await it.ask(it.chatId, 'First?', ['tides.md'], 'anthropic/claude-sonnet-4-5')
    const place = { workspaceId: WORKSPACE, chatId: it.chatId, turn: 1 }
    expect((await it.app.inspectTurn(place)).wire?.bodyText.length).toBeGreaterThan(10_000)
    const [turn] = await it.store.turns.list(WORKSPACE, it.chatId)
    const [answer] = await it.store.answers.ofTurn(WORKSPACE, turn?.id ?? '')
    const root = await it.store.calls.get({ workspaceId: WORKSPACE, answerId: answer?.id ?? '', number: 1 })
    expect(root instanceof Uint8Array && root.length).toBeLessThan(10_000)
  })
})

describe('usage', () => {
  test.each(MODELS)('is the provider’s count, in money too: %s', async (modelId) => {
    const tokenizer = modelId.startsWith('openai/') ? o200kTokenizer : estimateTokenizer()
    await begin({ simulator: { tokenizer } })
    const first = await it.ask(it.chatId, 'What does the table say of pier 7?', ['tides.md'], modelId)
    const second = await it.ask(it.chatId, 'And pier 8?', [], modelId)
    for (const [index, { answer }] of [first, second].entries()) {
      const simulated = calls()[index]?.usage
      expect(answer).toMatchObject({ status: 'complete', modelId })
      expect(answer.usage).toMatchObject({
        reported: true,
        input: simulated?.input,
        output: simulated?.output,
      })
      // Forecast and report agree to less than a tenth of the prompt.
      expect(answer.usage?.warnings).toBeUndefined()
      const model = (await it.app.listModels(undefined)).find(({ id }) => id === modelId)
      if (model?.price === undefined) expect(answer.usage?.costUSD).toBe(0)
      else expect(answer.usage?.costUSD).toBeGreaterThan(0)
    }
    if (modelId.startsWith('ollama/')) return
    expect(second.answer.usage?.cached).toBeGreaterThan(1024)
    expect(second.answer.usage?.savedUSD).toBeGreaterThan(0)
  })

  test('warns when forecast and report differ widely, or a local server read too little', async () => {
    const half = { id: 'half', count: (text: string) => Math.ceil(text.length / 12) }
    await begin({ simulator: { tokenizer: half } })
    const { answer } = await it.ask(it.chatId, 'Pier 7?', ['tides.md'], 'anthropic/claude-sonnet-4-5')
    expect(answer.usage?.warnings?.map(noticeWords)).toEqual([expect.stringContaining('% of the prompt')])
    const local = await it.ask(it.chatId, 'Pier 8?', [], 'ollama/qwen3:8b')
    expect(local.answer.usage?.warnings?.map(noticeWords)).toEqual([expect.stringContaining('cut off')])
  })

  test('is priced by the catalogue', async () => {
    await begin()
    const { answer } = await it.ask(it.chatId, 'Pier 7?', ['tides.md'], 'anthropic/claude-sonnet-4-5')
    const { input = 0, cached = 0, written = 0, uncached = 0, output = 0, costUSD } = answer.usage ?? {}
    expect(costUSD).toBeCloseTo((cached * 0.3 + written * 3.75 + uncached * 3 + output * 15) / 1e6, 12)
    expect(input).toBe(cached + written + uncached)
  })
})

test('the forecast says how long the cache stays warm after the last call', async () => {
  await begin()
  const draft = { workspaceId: WORKSPACE, chatId: it.chatId, text: 'Pier 2?', attach: [] }
  const claude = { ...draft, modelId: 'anthropic/claude-sonnet-4-5' }
  expect((await it.app.forecastTurn(claude)).warmUntil).toBeUndefined()
  const { at } = await it.ask(it.chatId, 'Pier 1?', ['tides.md'], claude.modelId)
  const forecast = await it.app.forecastTurn(claude)
  expect(forecast.warmUntil).toBe(Date.parse(at) + 300_000)
  expect(forecast.costUSD).toBeGreaterThan(0)
  expect((await it.app.forecastTurn({ ...draft, modelId: 'offline' })).warmUntil).toBeUndefined()
})

describe('switching models in one chat', () => {
  test('[P-3] offline, Anthropic, OpenAI and back: each finds its own cache again, and it grows', async () => {
    await begin()
    const claude = 'anthropic/claude-sonnet-4-5'
    const gpt = 'openai/gpt-5.6'
    const order = ['offline', claude, gpt, 'offline', claude, gpt, claude, gpt] as const
    const cached: Record<string, number[]> = { offline: [], [claude]: [], [gpt]: [] }
    for (const [index, modelId] of order.entries()) {
      const turn = await it.ask(it.chatId, `What of pier ${index}?`, index === 0 ? ['tides.md'] : [], modelId)
      expect(turn.answer).toMatchObject({ status: 'complete', modelId })
      cached[modelId]?.push(turn.answer.usage?.cached ?? 0)
      const inspection = await it.app.inspectTurn({
        workspaceId: WORKSPACE,
        chatId: it.chatId,
        turn: index + 1,
      })
      // Whatever model answers, all that was said is in its request, in order.
      const request = inspection.request.flatMap(({ parts }) => parts).join('\n')
      const places = Array.from({ length: index + 1 }, (_, asked) =>
        request.indexOf(`What of pier ${asked}?`),
      )
      expect(places.every((place) => place >= 0)).toBe(true)
      expect(places).toEqual([...places].sort((a, b) => a - b))
      const roles = inspection.request.map(({ role }) => role)
      expect(roles.every((role, place) => role !== roles[place - 1])).toBe(true)
      const total = inspection.layers.reduce((sum, layer) => sum + layer.tokens, 0)
      expect(total).toBe(inspection.totalTokens)
      // No base changes inside its epoch.
      expect((turn.answer.usage?.warnings ?? []).map(noticeWords).join()).not.toContain('epoch')
      // OpenAI takes no mark after an answer, so one may have to be before it.
      for (const { what } of inspection.wire?.losses ?? []) expect(what).toContain('cache mark')
    }
    for (const model of [claude, gpt]) {
      const [first, second, third] = cached[model] ?? []
      expect(first).toBe(0)
      expect(second).toBeGreaterThan(1024)
      expect(third).toBeGreaterThan(second ?? 0)
    }
  })

  test('[E-4] continues after a restart with the same request and cache', async () => {
    await begin()
    const claude = 'anthropic/claude-sonnet-4-5'
    await it.ask(it.chatId, 'Pier 1?', ['tides.md'], claude)
    const draft = { workspaceId: WORKSPACE, chatId: it.chatId, text: 'Pier 2?', attach: [], modelId: claude }
    const forecast = await it.app.forecastTurn(draft)
    it = { ...it, ...(await it.reopen()), remove: it.remove }
    expect({ ...(await it.app.forecastTurn(draft)) }).toEqual(forecast)
    const { answer } = await it.ask(it.chatId, 'Pier 2?', [], claude)
    expect(answer.usage?.cached).toBeGreaterThan(1024)
    expect(Math.abs((answer.usage?.cached ?? 0) - forecast.cachedTokens)).toBeLessThan(
      (answer.usage?.input ?? 0) / 10,
    )
  })
})

describe('reasoning', () => {
  test('has its own events and is not part of the answer', async () => {
    await begin()
    it.simulator.play('reasoning')
    const { answerId } = await it.app.sendMessage({
      workspaceId: WORKSPACE,
      chatId: it.chatId,
      text: 'Short?',
      attach: [],
      modelId: 'anthropic/claude-sonnet-4-5',
    })
    const events = await collect(it.app, answerId)
    const reasoning = events.map(({ event }) => (event.kind === 'reasoning' ? event.delta : '')).join('')
    expect(reasoning).toBe('The question is short, so the answer can be too.')
    expect(lastTurn(events).answer.text).toBe('Here is a short answer.')
  })

  test('is not repeated to a returning reader during the answer', async () => {
    await begin()
    const text = 'A slow answer of several words. '.repeat(20).trim()
    it.simulator.play({ kind: 'answer', reasoning: 'First a thought.', text, pauseMilliseconds: 10 })
    const { answerId } = await it.app.sendMessage({
      workspaceId: WORKSPACE,
      chatId: it.chatId,
      text: 'Slow?',
      attach: [],
      modelId: 'anthropic/claude-sonnet-4-5',
    })
    const watch = { workspaceId: WORKSPACE, answerId }
    let seen = ''
    let position = { after: 0, reasoned: 0 }
    for await (const { id, reasoned = 0, event } of (await it.app.watchAnswer({ ...watch, after: 0 })) ??
      []) {
      position = { after: id, reasoned }
      if (event.kind === 'text') seen += event.delta
      if (event.kind === 'text') break
    }
    expect(position.reasoned).toBe('First a thought.'.length)
    const rest = []
    for await (const { event } of (await it.app.watchAnswer({ ...watch, ...position })) ?? [])
      rest.push(event)
    expect(rest.some(({ kind }) => kind === 'reasoning')).toBe(false)
    for (const event of rest) if (event.kind === 'text') seen += event.delta
    expect(seen).toBe(text)
  })

  test('a thinking block in a local model’s text is reasoning too', async () => {
    await begin()
    it.simulator.play('think')
    const { answerId } = await it.app.sendMessage({
      workspaceId: WORKSPACE,
      chatId: it.chatId,
      text: 'Short?',
      attach: [],
      modelId: 'ollama/qwen3:8b',
    })
    const events = await collect(it.app, answerId)
    expect(events.some(({ event }) => event.kind === 'reasoning')).toBe(true)
    expect(lastTurn(events).answer.text).toBe('Then an answer.')
  })
})
