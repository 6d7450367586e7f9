import { afterEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

afterEach(() => it.remove())

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })

/** Asks, and gives what the provider says of the request, and what Varve says. */
async function ask(text: string, model: string, attach: readonly string[] = []) {
  const turn = await it.ask(it.chatId, text, attach, model)
  const { calls } = await it.app.showTrace({ ...place(), turn: turn.number })
  const { divergence } = await it.app.inspectTurn({ ...place(), turn: turn.number })
  return { theirs: calls[0]?.diagnosis, ours: divergence }
}

describe.each([
  { model: 'anthropic/claude-sonnet-5-5', messages: 'messages_changed', tools: /^(?:system|tools)_changed$/ },
  { model: 'openai/gpt-5.6', messages: 'input_changed', tools: /^tools_changed$/ },
])('the diagnosis of the provider agrees with ours: $model', ({ model, messages, tools }) => {
  test('nothing to compare at first, then the same, then what changed', async () => {
    it = await simulatedApp()
    await it.app.setChatSettings({ ...place(), settings: { cacheDiagnosis: 'ask' } })
    expect((await ask('When is high water?', model, ['plan.md'])).theirs).toBeUndefined()

    const appended = await ask('And the day after?', model)
    expect(appended.theirs).toEqual({ found: 'same' })
    expect(appended.ours).toContain('only appends')

    await it.app.forgetArtifact({ ...place(), key: 'plan.md' })
    const forgotten = await ask('And at night?', model)
    expect(forgotten.theirs).toMatchObject({ found: 'changed', reason: messages })
    expect(forgotten.theirs?.missedTokens).toBeGreaterThan(0)
    expect(forgotten.ours).toContain('forgotten')

    expect((await ask('Thanks.', model)).theirs).toEqual({ found: 'same' })

    await it.app.setChatSettings({ ...place(), settings: { runner: 'agent', cacheDiagnosis: 'ask' } })
    const withTools = await ask('Look it up.', model)
    expect(withTools.theirs).toMatchObject({
      found: 'changed',
      reason: expect.stringMatching(tools) as string,
    })
    expect(withTools.ours).not.toContain('only appends')
  })
})

test('nobody is asked who was not meant to be, nor a provider without diagnoses', async () => {
  it = await simulatedApp()
  await ask('One?', 'anthropic/claude-sonnet-5-5')
  await ask('Two?', 'anthropic/claude-sonnet-5-5')
  await it.app.setChatSettings({ ...place(), settings: { cacheDiagnosis: 'ask' } })
  await ask('Three?', 'google/gemini-2.5-pro')
  expect((await ask('Four?', 'google/gemini-2.5-pro')).theirs).toBeUndefined()
  const sent = it.simulator.requests.map(({ bodyText }) => bodyText).join('\n')
  expect(sent).not.toMatch(/diagnostics|comparison_response_id/)
})
