import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

const MODEL = 'openai/gpt-5.6'
let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const draft = (text: string, attach: readonly string[] = []) => ({
  workspaceId: WORKSPACE,
  chatId: it.chatId,
  text,
  attach,
})

describe('what the next message would cost', () => {
  test('is told for each model that can be asked, the cheapest first, and calls none of them', async () => {
    await it.ask(it.chatId, 'When is the launch?', ['tides.md'], MODEL)
    const calls = it.simulator.requests.length
    const rows = await it.app.forecastChoices({ ...draft('And who speaks?'), modelId: MODEL })
    expect(it.simulator.requests).toHaveLength(calls)
    const ready = (await it.app.listModels(undefined)).filter((model) => model.ready).map(({ id }) => id)
    expect(new Set(rows.map(({ modelId }) => modelId))).toEqual(new Set(ready))
    const fitting = rows.filter(({ overBy, error }) => overBy === undefined && error === undefined)
    expect(fitting.map(({ costUSD }) => costUSD)).toEqual(
      fitting.map(({ costUSD }) => costUSD).sort((a, b) => a - b),
    )
    // The same as the gauge says of it.
    const forecast = await it.app.forecastTurn({ ...draft('And who speaks?'), modelId: MODEL })
    const own = rows.find(({ modelId, layout }) => modelId === MODEL && layout === 'auto')
    const { usedTokens, cachedTokens, newTokens, costUSD } = forecast
    expect(own).toMatchObject({ usedTokens, cachedTokens, newTokens, costUSD })
    expect(own?.answerUSD).toBeGreaterThan(0)
  })

  test('is told by layout for the chosen model: another layout begins anew', async () => {
    await it.ask(it.chatId, 'When is the launch?', ['tides.md'], MODEL)
    const rows = await it.app.forecastChoices({ ...draft('And who speaks?'), modelId: MODEL })
    const own = rows.filter(({ modelId }) => modelId === MODEL)
    expect(new Set(own.map(({ layout }) => layout))).toEqual(new Set(['auto', 'ledger', 'library']))
    expect(rows.filter(({ modelId, layout }) => modelId !== MODEL && layout !== 'auto')).toEqual([])
    // And nothing of it is kept: the next request goes on as before.
    const before = await it.app.forecastTurn({ ...draft('And who speaks?'), modelId: MODEL })
    expect(before.cachedTokens).toBeGreaterThan(0)
  })
})
