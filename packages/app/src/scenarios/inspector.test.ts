import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import type { InspectionView } from '@varve/contract'

const MODEL = 'anthropic/claude-sonnet-5-5'
const GPT = 'openai/gpt-5.6'
const HOUR = 3_600_000
let it: SimulatedApp
let now = Date.UTC(2026, 0, 1)

beforeEach(async () => {
  // Each model that is compared counts by a tokenizer of its own: two providers tell enough.
  const environment = { GEMINI_API_KEY: '', DEEPSEEK_API_KEY: '' }
  it = await simulatedApp({ now: () => now, providers: { environment } })
})

afterEach(() => it.remove())

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const ask = (text: string, attach: readonly string[] = []) => it.ask(it.chatId, text, attach, MODEL)
const inspect = (turn: number) => it.app.inspectTurn({ ...place(), turn })

const draft = (text: string, attach: readonly string[] = []) => ({
  ...place(),
  text,
  attach,
})

/** What is new, in the order of the request, by the layer and the name that it has there. */
function news({ fresh, layers }: InspectionView): readonly string[] {
  return (fresh?.runs ?? []).flatMap(({ layer, from, count }) =>
    (layers.find(({ id }) => id === layer)?.segments ?? [])
      .slice(from, from + count)
      .map(({ name, label }) => `${layer} ${name}, ${label}`),
  )
}

describe('what is new to the model', () => {
  test('is all of the first request, and what was appended later', async () => {
    await ask('When is high water?', ['tides.md'])
    await ask('And on the day after?')
    const [first, second] = [await inspect(1), await inspect(2)]
    expect(first.fresh).toMatchObject({
      isFirst: true,
      keptTokens: 0,
      newTokens: first.totalTokens,
      breakUSD: 0,
    })
    expect(news(first)).toHaveLength(first.layers.flatMap(({ segments }) => segments).length)
    expect(second.fresh).toMatchObject({ isFirst: false, isCold: false, keptTokens: first.totalTokens })
    expect(news(second)).toEqual(['L4 turn 1, Answer', 'L5 turn 2, Message'])
  })

  test('begins where something was forgotten, with its cost', async () => {
    await ask('When is high water?', ['tides.md', 'plan.md'])
    await it.app.forgetArtifact({ ...place(), key: 'plan.md' })
    await ask('And on the day after?')
    const { fresh, divergence } = await inspect(2)
    expect(divergence).toContain('forgotten')
    expect(fresh?.isFirst).toBe(false)
    expect(fresh?.breakUSD).toBeGreaterThan(0)
    expect(fresh?.keptTokens).toBeLessThan((await inspect(1)).totalTokens)
  })

  test('comes after what was sent before, even if that is cold', async () => {
    await ask('When is high water?', ['tides.md'])
    now += HOUR
    await ask('And on the day after?')
    const { fresh, predicted } = await inspect(2)
    expect(predicted.cached).toBe(0)
    expect(fresh?.isCold).toBe(true)
  })
})

describe('the price of the next message', () => {
  test('is given for each usable model, cheapest first, without calling any', async () => {
    await it.ask(it.chatId, 'When is the launch?', ['tides.md'], GPT)
    const calls = it.simulator.requests.length
    const rows = await it.app.forecastChoices({ ...draft('And who speaks?'), modelId: GPT })
    expect(it.simulator.requests).toHaveLength(calls)
    const ready = (await it.app.listModels(undefined)).filter((model) => model.ready).map(({ id }) => id)
    expect(new Set(rows.map(({ modelId }) => modelId))).toEqual(new Set(ready))
    const fitting = rows.filter(({ overBy, error }) => overBy === undefined && error === undefined)
    expect(fitting.map(({ costUSD }) => costUSD)).toEqual(
      fitting.map(({ costUSD }) => costUSD).sort((a, b) => a - b),
    )
    // The same as the gauge shows.
    const forecast = await it.app.forecastTurn({ ...draft('And who speaks?'), modelId: GPT })
    const own = rows.find(({ modelId, layout }) => modelId === GPT && layout === 'auto')
    const { usedTokens, cachedTokens, newTokens, costUSD } = forecast
    expect(own).toMatchObject({ usedTokens, cachedTokens, newTokens, costUSD })
    expect(own?.answerUSD).toBeGreaterThan(0)
  })

  test('is given by layout for the chosen model: another layout starts over', async () => {
    await it.ask(it.chatId, 'When is the launch?', ['tides.md'], GPT)
    const rows = await it.app.forecastChoices({ ...draft('And who speaks?'), modelId: GPT })
    const own = rows.filter(({ modelId }) => modelId === GPT)
    expect(new Set(own.map(({ layout }) => layout))).toEqual(new Set(['auto', 'ledger', 'library']))
    expect(rows.filter(({ modelId, layout }) => modelId !== GPT && layout !== 'auto')).toEqual([])
    // And nothing of it is kept: the next request continues as before.
    const before = await it.app.forecastTurn({ ...draft('And who speaks?'), modelId: GPT })
    expect(before.cachedTokens).toBeGreaterThan(0)
  })

  test('is given only for the agent’s model when the message calls an agent', async () => {
    const content = `---\nname: poet\ndescription: One of ours.\nmodel: ${GPT}\n---\nBe brief.\n`
    await it.app.writeDefinition({ workspaceId: WORKSPACE, kind: 'agent', id: 'poet', content })
    const rows = await it.app.forecastChoices(draft('@poet Rhyme.'))
    const [first, ...others] = rows.filter(({ layout }) => layout === 'auto')
    expect(first).toMatchObject({ modelId: GPT })
    expect(first?.error).toBeUndefined()
    for (const { error } of others) expect(error).toMatch(/^poet is called, and answers with GPT/)
  })
})
