import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import { untilEnded } from '../testing/until-ended.ts'
import { untilFound } from '../testing/until-found.ts'

const CANARY = 'CANARY-7Q'
const LOCAL = 'ollama/qwen3:8b'
const CLOUD = 'openai/gpt-5.6'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
  await untilFound(it.app, LOCAL)
  it.write('Varve/workspace.json', '{"localOnly":["pay/"]}')
  it.write('pay/salaries.md', `# Salaries\n\nAda earns ${CANARY}.\n`)
})

afterEach(() => it.remove())

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const given = () =>
  it.simulator.requests
    .filter(({ bodyText }) => bodyText.includes(CANARY))
    .map(({ model }) => model ?? 'none')

async function ask(runner: 'plus' | 'agent', modelIds: readonly string[]): Promise<void> {
  await it.app.setChatSettings({ ...place(), settings: { runner } })
  const sending = it.app.sendMessage({ ...place(), text: 'What does Ada earn?', attach: [], modelIds })
  await untilEnded(it.app, it.chatId, sending)
}

describe('with several models the strictest one decides', () => {
  const calls = [{ tool: 'localSearch', arguments: { query: 'Ada earns' } }]

  test('a local model’s search for all of them returns nothing local-only', async () => {
    it.simulator.play({ kind: 'answer', text: JSON.stringify({ calls }) })
    await ask('plus', [LOCAL, CLOUD])
    expect(it.simulator.requests.map(({ model }) => model)).toContain('gpt-5.6')
    expect(given()).toEqual([])
  })

  test('nor does what it reads itself; alone it may', async () => {
    const read = { tool: 'read', arguments: '{"path":"pay/salaries.md"}', callId: 'read-1' }
    it.simulator.play({ kind: 'answer', calls: [read] }, { kind: 'answer', calls: [read] })
    await ask('agent', [LOCAL, CLOUD])
    expect(given()).toEqual([])
    it.simulator.play({ kind: 'answer', calls: [read] })
    await ask('agent', [LOCAL])
    expect(given()).toEqual(['qwen3:8b'])
  })
})
