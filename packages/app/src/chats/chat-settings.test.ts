import { afterEach, describe, expect, test } from 'vitest'
import type { ChatSettingsPatch } from '@varve/contract'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

afterEach(() => it.remove())

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const set = (settings: ChatSettingsPatch) => it.app.setChatSettings({ ...place(), settings })
const bodies = () =>
  it.simulator.requests.flatMap(({ model, body }) => (model === undefined ? [] : [body ?? {}]))

describe('settings of a chat', () => {
  test('are stored with it, changed one by one, and reset with null', async () => {
    it = await simulatedApp()
    expect(await set({ temperature: 0.2, reasoningEffort: 'high' })).toEqual({
      temperature: 0.2,
      reasoningEffort: 'high',
    })
    expect(await set({ maxOutputTokens: 500, temperature: null })).toEqual({
      maxOutputTokens: 500,
      reasoningEffort: 'high',
    })
    it = { ...it, ...(await it.reopen()), remove: it.remove }
    expect((await it.app.openChat(place())).settings).toEqual({
      maxOutputTokens: 500,
      reasoningEffort: 'high',
    })
    const other = await it.app.createChat({ workspaceId: WORKSPACE })
    expect(other.settings).toEqual({})
  })

  test.each([
    [{ temperature: 2.1 }, 'from 0 to 2'],
    [{ temperature: -0.1 }, 'from 0 to 2'],
    [{ temperature: Number.NaN }, 'from 0 to 2'],
    [{ maxOutputTokens: 0 }, 'whole number'],
    [{ maxOutputTokens: 1.5 }, 'whole number'],
    [{ maxOutputTokens: 2_000_000 }, 'whole number'],
    [{ reasoningEffort: 'enormous' }, 'one of none, minimal'],
    [{ agent: '../x' }, 'name of a file'],
    [{ agent: '..' }, 'name of a file'],
    [{ project: 'a\\b\0' }, 'name of a file'],
  ])('%j is refused with a reason, and nothing changes', async (patch, words) => {
    it = await simulatedApp()
    await set({ temperature: 1 })
    await expect(set(patch)).rejects.toThrow(words)
    expect((await it.app.openChat(place())).settings).toEqual({ temperature: 1 })
  })

  test.each([
    ['anthropic/claude-sonnet-4-5', { max_tokens: 700, temperature: 0.3 }],
    ['google/gemini-2.5-pro', { generationConfig: { maxOutputTokens: 700, temperature: 0.3 } }],
    ['deepseek/deepseek-v4-flash', { max_tokens: 700, temperature: 0.3 }],
    ['ollama/qwen3:8b', { options: { num_predict: 700, temperature: 0.3, num_ctx: 32_768 } }],
    ['openai/gpt-5.6', { max_output_tokens: 700 }],
  ])('are sent to %s where supported, and recorded with the answer', async (modelId, expected) => {
    it = await simulatedApp()
    await set({ temperature: 0.3, maxOutputTokens: 700 })
    const { answer } = await it.ask(it.chatId, 'Pier 7?', [], modelId)
    expect(answer.status).toBe('complete')
    const takes = modelId.startsWith('openai/') ? {} : { temperature: 0.3 }
    expect(answer.settings).toEqual({ ...takes, maxOutputTokens: 700 })
    expect(bodies()).toMatchObject([expected])
    const { settings, wire } = await it.app.inspectTurn({ ...place(), turn: 1 })
    expect(settings).toEqual(answer.settings)
    expect(wire?.losses.map(({ what }) => what)).toEqual('temperature' in takes ? [] : ['temperature 0.3'])
    // What was sent stays what it was, whatever the chat asks for next.
    await set({ temperature: null, maxOutputTokens: null })
    const plain = await it.ask(it.chatId, 'Pier 8?', [], modelId)
    expect(plain.answer.settings).toBeUndefined()
    expect((await it.app.openChat(place())).turns[0]?.answer.settings).toEqual(answer.settings)
  })

  test('sends the reasoning effort a model knows, and clamps the temperature', async () => {
    it = await simulatedApp()
    await set({ reasoningEffort: 'low', temperature: 1.5 })
    const first = await it.ask(it.chatId, 'Pier 7?', [], 'openai/gpt-5.6')
    expect(first.answer.settings).toEqual({ reasoningEffort: 'low' })
    expect(bodies()[0]).toMatchObject({ reasoning: { effort: 'low' } })
    await set({ reasoningEffort: 'minimal' })
    const second = await it.ask(it.chatId, 'Pier 7?', [], 'anthropic/claude-sonnet-4-5')
    expect(second.answer.settings).toEqual({ temperature: 1 })
    const { wire } = await it.app.inspectTurn({ ...place(), turn: 2 })
    expect(wire?.losses.map(({ what }) => what)).toEqual(['temperature 1.5', 'reasoning effort minimal'])
  })

  test('the forecast reserves room for the answer', async () => {
    it = await simulatedApp()
    const draft = { ...place(), text: 'Pier 7?', attach: [], modelId: 'anthropic/claude-sonnet-4-5' }
    const before = await it.app.forecastTurn(draft)
    expect(before).toMatchObject({ budgetTokens: 192_000, reservedTokens: 8_000, reservedUSD: 0.12 })
    await set({ maxOutputTokens: 64_000 })
    const after = await it.app.forecastTurn(draft)
    expect(after).toMatchObject({ budgetTokens: 136_000, reservedTokens: 64_000 })
  })

  test('a model lists the settings it accepts', async () => {
    it = await simulatedApp()
    const models = await it.app.listModels(undefined)
    const settings = (id: string) => models.find((model) => model.id === id)?.settings
    expect(settings('offline')).toEqual({})
    expect(settings('anthropic/claude-sonnet-4-5')).toEqual({
      // Beside thinking the provider refuses one.
      temperature: { maximum: 1, notWhileThinking: true },
      maxOutputTokens: { maximum: 64_000, reserved: 8_000 },
      reasoningEfforts: ['low', 'medium', 'high'],
    })
    expect(settings('openai/gpt-5.6')).not.toHaveProperty('temperature')
  })
})
