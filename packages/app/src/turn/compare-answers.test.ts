import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import { untilEnded } from '../testing/until-ended.ts'
import { comparisonText, fitSources, withNames } from './comparison-text.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const SONNET = 'anthropic/claude-sonnet-4-5'
const GPT = 'openai/gpt-5.6'
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)

async function askBoth(text: string): Promise<string> {
  const sending = it.app.sendMessage({ ...place(), text, attach: [], modelIds: [SONNET, GPT] })
  return (await untilEnded(it.app, it.chatId, sending)).turns.at(-1)?.id ?? ''
}

describe('comparing answers', () => {
  test('a judge reads them without names; its verdict is shown beside the turn, with names', async () => {
    it.simulator.play({ kind: 'answer', text: 'Twelve.' }, { kind: 'answer', text: 'Twelve.' })
    const turnId = await askBoth('How many months has a year?')
    const forecast = await it.app.forecastComparison({ ...place(), turnId, modelId: SONNET })
    expect(forecast.costUSD).toBeGreaterThan(0)
    expect(bodies()).toHaveLength(2)
    it.simulator.play({ kind: 'answer', text: '## Ranking\n1. Answer B: short.\n2. Answer A' })
    const turn = await it.app.compareAnswers({ ...place(), turnId, modelId: SONNET })
    const [, , judged] = bodies()
    expect(judged).toContain('# Answer B')
    expect(judged).not.toMatch(/GPT|gpt-5/)
    const [first, second] = turn.answers
    expect(turn.comparison).toMatchObject({
      modelId: SONNET,
      text: `## Ranking\n1. ${second?.modelName} (B): short.\n2. ${first?.modelName} (A)`,
    })
    expect(turn.comparison?.costUSD).toBeGreaterThan(0)
    const chat = await it.app.openChat(place())
    expect(chat.turns.at(-1)?.comparison?.text).toBe(turn.comparison?.text)
  })

  test('a judge also reads the question’s context, kept notes included, and its cost is shown', async () => {
    const plain = { ...place(), turnId: await askBoth('When?'), modelId: SONNET }
    const without = await it.app.forecastComparison(plain)
    expect(without.contextTokens).toBe(0)
    const attach = ['plan.md', 'tides.md']
    const sending = it.app.sendMessage({ ...place(), text: 'When?', attach, modelIds: [SONNET, GPT] })
    const turnId = (await untilEnded(it.app, it.chatId, sending)).turns.at(-1)?.id ?? ''
    const later = await askBoth('And who is told?')
    for (const asked of [turnId, later].map((id) => ({ ...place(), turnId: id, modelId: SONNET }))) {
      const forecast = await it.app.forecastComparison(asked)
      expect(forecast.contextTokens).toBeGreaterThan(4000)
      expect(forecast.costUSD).toBeGreaterThan(without.costUSD * 1.5)
      await it.app.compareAnswers(asked)
      expect(bodies().at(-1)?.split('# Context: plan.md')).toHaveLength(2)
      expect(bodies().at(-1)).toContain('The launch is on 12 December.')
    }
    await it.app.compareAnswers(plain)
    expect(bodies().at(-1)).not.toContain('# Context')
  })

  test('never enters the conversation, and a later one replaces it', async () => {
    const turnId = await askBoth('How many months has a year?')
    for (const text of ['The first verdict.', 'The second verdict.']) {
      it.simulator.play({ kind: 'answer', text })
      await it.app.compareAnswers({ ...place(), turnId, modelId: GPT })
    }
    await it.ask(it.chatId, 'And days?', [], SONNET)
    expect(bodies().at(-1)).not.toContain('verdict')
    const chat = await it.app.openChat(place())
    expect(chat.turns[0]?.comparison?.text).toBe('The second verdict.')
    // Usage is the sum of what providers reported, judges included.
    const told = it.simulator.requests.flatMap(({ usage }) => usage ?? [])
    const sum = (of: 'input' | 'output') => told.reduce((all, usage) => all + usage[of], 0)
    const { turns, total, models } = await it.app.showTurnStatistics(place())
    expect(turns).toBe(2)
    expect(total).toMatchObject({ calls: 3, sideCalls: 2, input: sum('input'), output: sum('output') })
    expect(models).toMatchObject([
      { modelId: SONNET, calls: 2, sideCalls: 0 },
      { modelId: GPT, calls: 1, sideCalls: 2 },
    ])
  })

  test('redacts private data for the judge and restores it in the verdict', async () => {
    const text = 'Which address is right: lone.canary@posteo.net?'
    const decision = { action: 'redact', always: ['EMAIL'] } as const
    it.simulator.play({ kind: 'answer', text: 'Yes, <<EMAIL_1>>.' }, { kind: 'answer', text: 'No.' })
    const sending = it.app.sendMessage({ ...place(), text, attach: [], modelIds: [SONNET, GPT], decision })
    const { turns } = await untilEnded(it.app, it.chatId, sending)
    it.simulator.play({ kind: 'answer', text: 'Answer A names <<EMAIL_1>>.' })
    const turn = await it.app.compareAnswers({ ...place(), turnId: turns[0]?.id ?? '', modelId: GPT })
    expect(bodies().join()).not.toContain('canary')
    expect(turn.comparison?.text).toContain('lone.canary@posteo.net')
  })

  test('a failing judge changes nothing and is recorded', async () => {
    const turnId = await askBoth('Well?')
    it.simulator.play('400')
    await expect(it.app.compareAnswers({ ...place(), turnId, modelId: GPT })).rejects.toMatchObject({
      code: 'provider-failed',
    })
    const calls = await it.store.sideCalls.ofChat({ workspaceId: WORKSPACE, conversationId: it.chatId })
    expect(calls.map(({ error }) => typeof error)).toEqual(['string'])
    const { total } = await it.app.showTurnStatistics({ workspaceId: WORKSPACE })
    expect(total).toMatchObject({ calls: 2, sideCalls: 1, failed: 1 })
    expect((await it.app.openChat(place())).turns[0]?.comparison).toBeUndefined()
  })

  test('refuses a single answer, and the built-in model as judge', async () => {
    const turn = await it.ask(it.chatId, 'Alone?', [], SONNET)
    const asked = { ...place(), turnId: turn.id }
    await expect(it.app.compareAnswers({ ...asked, modelId: GPT })).rejects.toMatchObject({
      code: 'message-empty',
    })
    const [offline] = (await it.app.listModels({ workspaceId: WORKSPACE })).filter(
      ({ location }) => location === 'offline',
    )
    await expect(it.app.compareAnswers({ ...asked, modelId: offline?.id ?? '' })).rejects.toMatchObject({
      code: 'model-unavailable',
    })
  })
})

test('sources fit the judge’s window in order, and it is told which were left out', () => {
  const note = (name: string, length: number) => ({ name, text: 'x'.repeat(length) })
  const cut = (text: string, most: number) => text.slice(0, most)
  const sources = [note('a.md', 900), note('b.md', 200), note('c.md', 100)]
  expect(fitSources(sources, cut, 2000)).toEqual(sources)
  expect(fitSources(sources, cut, 1000)).toEqual([
    sources[0],
    sources[2],
    { name: 'left out for its size', text: 'b.md' },
  ])
  expect(fitSources([note('long.md', 90_000)], cut, 80_000)[0]?.text).toMatch(/^x{60000}\n\[cut here\]$/)
})

test('letters follow the order of the answers, and only used ones are named', () => {
  const answers = [
    { position: 0, modelName: 'One', text: 'x' },
    { position: 2, modelName: 'Three', text: 'y' },
  ]
  expect(comparisonText('Q', answers, (text) => text)).toBe(
    '# Question\n\nQ\n\n# Answer A\n\nx\n\n# Answer C\n\ny',
  )
  expect(withNames('Answer A, Answer B, Answer C, Answers Call', answers)).toBe(
    'One (A), Answer B, Three (C), Answers Call',
  )
})
