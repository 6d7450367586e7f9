import { offlineChatModel } from '../models/offline-chat-model.ts'
import { CHAT_SETTING_ROWS, type ChatSettingsPatch } from '@varve/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import { bodiesFrom, CLAUDE, countOf, newChat, scriptOf } from '../testing/scenarios/runner-chat.ts'
import { withContext } from '../turn/tune-model.ts'

const LONG = Array.from({ length: 120 }, (_, bed) => `Bed ${bed} has its own rhythm of weeding.\n`).join('')

let it: SimulatedApp

beforeAll(async () => {
  it = await simulatedApp()
  it.write('garden.md', `# Garden\n\nThe roses need water on Mondays.\n${LONG}`)
  for (const name of ['a', 'b', 'c']) it.write(`box/${name}.md`, `Note ${name} about roses and water.\n`)
})
afterAll(() => it.remove())

async function chatWith(settings: ChatSettingsPatch, runner: 'chat' | 'agent' | 'vault-qa' = 'chat') {
  const chatId = await newChat(it, runner)
  await it.app.setChatSettings({ workspaceId: WORKSPACE, chatId, settings })
  return chatId
}

async function sent(
  chatId: string,
  text: string,
  attach: readonly string[] = [],
  modelId = CLAUDE,
): Promise<string> {
  const first = bodiesFrom(it, 0).length
  it.simulator.play({ kind: 'answer', text: 'So it goes.' })
  await it.ask(chatId, text, attach, modelId)
  return bodiesFrom(it, first).at(-1) ?? ''
}

const systemOf = (body: string): string => JSON.stringify((JSON.parse(body) as { system: unknown }).system)

test('layout: the library is in the system message', async () => {
  for (const layout of ['auto', 'library'] as const) {
    const chatId = await chatWith({ layout })
    await sent(chatId, 'Read it.', ['garden.md'])
    const body = await sent(chatId, 'And then?')
    expect(systemOf(body).includes('roses need water')).toBe(layout === 'library')
  }
})

test('pinned: a file comes with every message, with its edits', async () => {
  it.write('pinned.md', `# Pinned\n\nThe code is one.\n${LONG}`)
  const chatId = await chatWith({ pinned: ['pinned.md'] })
  expect(await sent(chatId, 'What is the code?')).toContain('The code is one.')
  expect(await sent(chatId, 'And now?')).toContain('- pinned.md (given above, turn 1)')
  it.write('pinned.md', `# Pinned\n\nThe code is two.\n${LONG}`)
  expect(await sent(chatId, 'And now?')).toContain('<context_update path=\\"pinned.md\\"')
})

test.each([
  ['update', {}],
  ['snapshot', { snapshots: ['edited.md'] }],
  ['snapshot', { freshness: 'snapshot' }],
  ['refresh', { refreshed: ['edited.md'] }],
  ['refresh', { freshness: 'refresh' }],
] as const)('freshness: %s by %j', async (kind, settings) => {
  it.write('edited.md', `# Edited\n\nThe gate is green.\n${LONG}`)
  const chatId = await chatWith(settings)
  await sent(chatId, 'Read it.', ['edited.md'])
  it.write('edited.md', `# Edited\n\nThe gate is blue.\n${LONG}`)
  const body = await sent(chatId, 'And now?', ['edited.md'])
  expect(body.includes('The gate is green.')).toBe(kind !== 'refresh')
  expect(body.includes('<context_update')).toBe(kind === 'update')
  expect(body.includes('changed since turn 1: edited.md')).toBe(kind === 'snapshot')
  expect(body.includes('gate is blue.')).toBe(kind !== 'snapshot')
})

test('cacheLifetime: marks ask for the lifetime of the chat', async () => {
  expect(await sent(await chatWith({}), 'Read it.', ['garden.md'])).not.toContain('"ttl":"1h"')
  const chatId = await chatWith({ cacheLifetime: '1h' })
  expect(await sent(chatId, 'Read it.', ['garden.md'])).toContain('"ttl":"1h"')
})

test('cacheLifetime: Ollama keeps the model in memory for as long', async () => {
  const ask = async (cacheLifetime: '5m' | '1h') =>
    sent(await chatWith({ cacheLifetime }), 'Pier 7?', [], 'ollama/qwen3:8b')
  expect(await ask('1h')).toContain('"keep_alive":"1h"')
  expect(await ask('5m')).not.toContain('keep_alive')
})

test('expandedNotes: limits the notes of a folder', async () => {
  const body = await sent(await chatWith({ expandedNotes: 1 }), 'Read them.', ['box/'])
  expect(countOf(body, 'about roses and water')).toBe(1)
})

test('searchHits: limits the passages of a search', async () => {
  const body = await sent(await chatWith({ searchHits: 1 }, 'vault-qa'), 'When do the roses need water?')
  expect(body).toContain('1 passage, best first:')
})

test('steps: limits the steps of an agent', async () => {
  const chatId = await chatWith({ steps: 1 }, 'agent')
  it.simulator.play(...scriptOf('agent', [{ tool: 'ls', args: {} }], 'Done.'))
  const { answer } = await it.ask(chatId, 'Look around.', [], CLAUDE)
  expect(JSON.stringify(answer)).toContain('which is the limit')
})

test('the engine receives the rest', () => {
  const model = offlineChatModel()
  const settings = {
    history: 'strip',
    toolOutput: 'keep',
    turnsKept: 4,
    callsKept: 7,
    recallTokens: 900,
    carryForwardTurns: 30,
    previewDocuments: 3000,
    previewPages: 2000,
    previewShort: 1000,
  } as const
  expect(withContext(model, settings).spec).toMatchObject({
    layout: 'auto',
    history: 'fold',
    toolOutput: 'keep',
    carryForwardTurns: 30,
    limits: {
      turnsKept: 4,
      callsKept: 7,
      recallTokens: 900,
      previews: { documents: 3000, pages: 2000, short: 1000 },
    },
  })
})

test('every context setting is available in agent files and on the page', () => {
  const rows = CHAT_SETTING_ROWS.filter(([, { page }]) => page?.isContext)
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter(([, { agentField }]) => agentField === undefined)).toEqual([])
})
