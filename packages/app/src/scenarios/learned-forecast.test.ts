import { DEFAULT_PROFILES } from '@varve/engine'
import { afterEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

afterEach(() => it.remove())

const gpt = 'openai/gpt-5.6'
const claude = 'anthropic/claude-sonnet-4-5'

/** What the gauge says before a message, and what its prompt was then billed. */
async function askAndCompare(text: string, attach: readonly string[] = [], modelId = gpt) {
  const draft = { workspaceId: WORKSPACE, chatId: it.chatId, text, attach, modelId }
  const forecast = await it.app.forecastTurn(draft)
  const { answer } = await it.ask(it.chatId, text, attach, modelId)
  const { usage } = answer
  const perToken = (forecast.reservedUSD ?? 0) / (forecast.reservedTokens ?? 1)
  return { forecast, usage, promptUSD: (usage?.costUSD ?? 0) - (usage?.output ?? 0) * perToken }
}

describe('the forecast learns from reported usage', () => {
  test('a provider without cache hits: the gauge says so, and the price matches the bill', async () => {
    const never = { ...DEFAULT_PROFILES['openai-5.6'], minimumTokens: Number.MAX_SAFE_INTEGER }
    it = await simulatedApp({ simulator: { profiles: { 'openai-5.6': never } } })
    await askAndCompare('Pier 1?', ['tides.md'])
    const second = await askAndCompare('Pier 2?')
    expect(second.forecast.cachedTokens).toBeGreaterThan(second.forecast.usedTokens / 2)
    expect(second.forecast).not.toHaveProperty('reportsNoHits')
    expect(second.usage?.warnings).toHaveLength(1)
    for (const pier of [3, 4, 5]) await askAndCompare(`Pier ${pier}?`)
    const { forecast, usage, promptUSD } = await askAndCompare('Pier 6?')
    expect(forecast.reportsNoHits).toBe(true)
    expect(forecast.cachedTokens).toBe(0)
    expect(usage?.cached).toBe(0)
    expect(Math.abs(forecast.costUSD - promptUSD)).toBeLessThan(promptUSD / 20)
    expect(usage?.warnings).toBeUndefined()
    // The next chat knows it from the start.
    const { id } = await it.app.createChat({ workspaceId: WORKSPACE })
    await it.ask(id, 'Pier 1?', ['tides.md'], gpt)
    const draft = { workspaceId: WORKSPACE, chatId: id, text: 'Pier 2?', attach: [], modelId: gpt }
    expect(await it.app.forecastTurn(draft)).toMatchObject({ cachedTokens: 0, reportsNoHits: true })
  })

  test('a provider that caches as documented changes no number', async () => {
    it = await simulatedApp()
    await askAndCompare('Pier 1?', ['tides.md'], claude)
    for (const pier of [2, 3, 4]) {
      const { forecast, usage } = await askAndCompare(`Pier ${pier}?`, [], claude)
      expect(forecast).not.toHaveProperty('reportsNoHits')
      expect({ cached: forecast.cachedTokens, input: forecast.usedTokens }).toEqual({
        cached: usage?.cached,
        input: usage?.input,
      })
    }
  })
})
