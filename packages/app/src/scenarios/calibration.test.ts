import { estimateTokenizer, type Tokenizer } from '@varve/engine'
import { factorOf, parseLearnedUsage } from '@varve/providers'
import { afterEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

afterEach(() => it.remove())

const claude = 'anthropic/claude-sonnet-4-5'
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const inspect = (number: number) => it.app.inspectTurn({ ...place(), turn: number })
/** By which the provider's count differs from the estimate alone. */
const factor = async (modelId = claude) =>
  factorOf(parseLearnedUsage(await it.store.settings.get(WORKSPACE, `calibration ${modelId}`)))

const lastBody = () => it.simulator.requests.findLast(({ model }) => model !== undefined)?.body

/** A provider whose tokens are smaller than the estimate by this much. */
function counting(share: number): Tokenizer {
  const { count } = estimateTokenizer()
  return { id: `other ${share}`, count: (text) => Math.ceil(count(text) * share) }
}

describe('[B-1] estimates are calibrated by reported usage', () => {
  test('the first answer warns, later ones do not; another chat starts calibrated', async () => {
    it = await simulatedApp({ simulator: { tokenizer: counting(1.4) } })
    const warnings = async (chatId: string, text: string, attach: readonly string[]) =>
      (await it.ask(chatId, text, attach, claude)).answer.usage?.warnings
    expect(await warnings(it.chatId, 'Pier 1?', ['tides.md'])).toHaveLength(1)
    expect(await factor()).toBeCloseTo(1.4, 2)
    for (const pier of [2, 3]) expect(await warnings(it.chatId, `Pier ${pier}?`, [])).toBeUndefined()
    const { id } = await it.app.createChat({ workspaceId: WORKSPACE })
    expect(await warnings(id, 'Pier 4?', ['tides.md'])).toBeUndefined()
  })

  test('[P-2] [E-4] within an epoch the plan keeps its count: no re-base, and a reload plans the same', async () => {
    it = await simulatedApp({ simulator: { tokenizer: counting(0.6) } })
    const sections = async (number: number) => {
      const { totalTokens, layers, epoch } = await inspect(number)
      return { totalTokens, epoch, L1: layers[0]?.tokens }
    }
    await it.ask(it.chatId, 'Pier 1?', ['tides.md'], claude)
    expect(await factor()).toBeCloseTo(0.6, 2)
    const first = await sections(1)
    for (const pier of [2, 3, 4, 5]) await it.ask(it.chatId, `Pier ${pier}?`, [], claude)
    const fifth = await sections(5)
    expect(fifth.epoch).toEqual(first.epoch)
    expect(fifth.L1).toBe(first.L1)
    const draft = { ...place(), text: 'Pier 6?', attach: [], modelId: claude }
    const forecast = await it.app.forecastTurn(draft)
    it = { ...it, ...(await it.reopen()), remove: it.remove }
    const reloaded = await it.app.forecastTurn(draft)
    expect(reloaded).toEqual(forecast)
    const before = lastBody()
    await it.ask(it.chatId, 'Pier 6?', [], claude)
    const after = lastBody()
    const messages = (body: typeof after) =>
      JSON.stringify(body?.['messages'], (name, value: unknown) =>
        name === 'cache_control' ? undefined : value,
      )
    expect(messages(after).startsWith(messages(before).slice(0, -1))).toBe(true)
  })

  test('the next epoch uses the latest factor', async () => {
    it = await simulatedApp({ simulator: { tokenizer: counting(1.4) } })
    await it.ask(it.chatId, 'Pier 1?', ['tides.md', 'plan.md'], claude)
    const first = (await inspect(1)).layers[0]?.tokens ?? 0
    await it.app.forgetArtifact({ ...place(), key: 'plan.md' })
    const turn = await it.ask(it.chatId, 'Pier 2?', [], claude)
    const second = await inspect(2)
    expect(second.epoch.id).toBe(2)
    expect(second.layers[0]?.tokens).toBeGreaterThan(first * 1.3)
    expect(turn.answer.usage?.warnings).toBeUndefined()
    await it.ask(it.chatId, 'Pier 3?', [], claude)
    expect((await inspect(3)).layers[0]?.tokens).toBe(second.layers[0]?.tokens)
  })

  test('the budget uses the latest factor, also within an epoch', async () => {
    it = await simulatedApp({ simulator: { tokenizer: counting(1.4) } })
    await it.ask(it.chatId, 'Pier 1?', ['tides.md'], claude)
    await it.ask(it.chatId, 'Pier 2?', [], claude)
    // 192,000 of the provider's tokens are so many of those that this epoch counts in, less what one report leaves open.
    expect((await inspect(2)).budgetTokens).toBe(Math.floor((192_000 / 1.4) * 0.95))
    const draft = { ...place(), text: 'Pier 3?', attach: [], modelId: claude }
    expect((await it.app.forecastTurn(draft)).budgetTokens).toBe(192_000)
  })

  test('the margin starts at a tenth of the budget, and shrinks with each matching report', async () => {
    it = await simulatedApp({ simulator: { tokenizer: counting(1) } })
    const margins: number[] = []
    for (const turn of [1, 2, 3, 4, 5]) {
      await it.ask(it.chatId, `Pier ${turn}?`, turn === 1 ? ['tides.md'] : [], claude)
      margins.push(Math.round(192 - (await inspect(turn)).budgetTokens / 1000))
    }
    expect(margins).toEqual([19, 10, 6, 5, 4])
  })

  test('an exact tokenizer plans by its own count, with a margin where the provider counts more', async () => {
    const gpt = 'openai/gpt-5.6'
    const { o200kTokenizer: own } = await import('@varve/engine/tokenizer-o200k')
    const more = { id: 'more', count: (text: string) => Math.ceil(own.count(text) * 1.25) }
    it = await simulatedApp({
      simulator: { tokenizerOf: (model) => (model === 'gpt-5.6' ? more : undefined) },
    })
    await it.ask(it.chatId, 'Pier 1?', ['tides.md'], gpt)
    const first = await inspect(1)
    await it.ask(it.chatId, 'Pier 2?', [], gpt)
    const second = await inspect(2)
    expect(second.layers[0]?.tokens).toBe(first.layers[0]?.tokens)
    expect(second.budgetTokens / first.budgetTokens).toBeCloseTo(0.8, 2)
  })

  test('a truncated prompt calibrates nothing', async () => {
    it = await simulatedApp({ simulator: { tokenizer: counting(0.5) } })
    await it.ask(it.chatId, 'Pier 1?', ['tides.md'], 'ollama/qwen3:8b')
    expect(await factor('ollama/qwen3:8b')).toBe(1)
  })
})
