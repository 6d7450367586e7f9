import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { WORKSPACE } from '../../testing/temporary-app.ts'
import {
  bodiesFrom,
  CLAUDE,
  countOf,
  type LookUp,
  newChat,
  scriptOf,
} from '../../testing/scenarios/runner-chat.ts'

const CARD = '4111 1111 1111 1111'
/** Long enough that a line in its place is cheaper than reading it again. */
const LONG = Array.from({ length: 60 }, (_, bed) => `Bed ${bed} has its own rhythm of weeding.\n`).join('')
const LOG = `# Log\n\n${Array.from({ length: 40 }, (_, day) => `Day ${day}: the tide came in.\n`).join('')}`

let it: SimulatedApp

beforeAll(async () => {
  it = await simulatedApp()
  it.write('garden.md', `# Garden\n\nThe roses need water on Mondays.\n${LONG}`)
  it.write('pond.md', '# Pond\n\nThe roses by the pond need no water.\n')
  it.write('log.md', LOG)
  it.write('card.md', `# Card\n\nThe card is ${CARD}, says the bank.\n`)
})
afterAll(() => it.remove())

const LOOK_UPS = [
  { tool: 'read', args: { path: 'garden.md' } },
  { tool: 'read', args: { path: 'log.md', from: 5, to: 6 } },
  { tool: 'localSearch', args: { query: 'roses pond water' } },
]
const CITES = 'By the pond never[^1].\n\n[^1]: pond.md, lines 1-3'

async function lookUp(chatId: string, lookUps: readonly LookUp[] = LOOK_UPS, answer = CITES): Promise<void> {
  it.simulator.play(...scriptOf('agent', lookUps, answer))
  await it.ask(chatId, 'When do the roses need water?', [], CLAUDE)
}

async function nextBody(chatId: string, text = 'And then?'): Promise<string> {
  const first = bodiesFrom(it, 0).length
  it.simulator.play({ kind: 'answer', text: 'So it goes.' })
  await it.ask(chatId, text, [], CLAUDE)
  return bodiesFrom(it, first).at(-1) ?? ''
}

const keptIn = async (chatId: string): Promise<readonly string[]> =>
  (await it.app.openChat({ workspaceId: WORKSPACE, chatId })).kept.map(({ key }) => key)

test('[P-6] what an answer used stays in the chat: the file, the lines read, the passage cited', async () => {
  const chatId = await newChat(it, 'agent')
  await lookUp(chatId)
  const body = await nextBody(chatId)
  expect(countOf(body, 'The roses need water on Mondays.')).toBe(1)
  expect(countOf(body, 'The roses by the pond need no water.')).toBe(1)
  expect(body).toContain('Day 2: the tide came in.')
  expect(body).not.toContain('Day 30: the tide came in.')
  const keys = await keptIn(chatId)
  expect(keys.map((key) => key.replace(/@.*/, ''))).toEqual(['garden.md', 'log.md#L5-6', 'pond.md#L1-3'])
  await it.app.forgetArtifact({ workspaceId: WORKSPACE, chatId, key: 'garden.md' })
  expect(await nextBody(chatId, 'Without it?')).not.toContain('The roses need water on Mondays.')
})

test('[P-5] an edit of a file that a tool read is sent', async () => {
  it.write('notes.md', `# Notes\n\nThe gate is green.\n${LONG}`)
  const chatId = await newChat(it, 'agent')
  await lookUp(chatId, [{ tool: 'read', args: { path: 'notes.md' } }], 'Green.')
  it.write('notes.md', '# Notes\n\nThe gate is blue.\n')
  expect(await nextBody(chatId)).toMatch(/changed since turn \d: notes\.md/)
})

test('[L2-3] with one line per result, none of them stays', async () => {
  const chatId = await newChat(it, 'agent')
  await it.app.setChatSettings({ workspaceId: WORKSPACE, chatId, settings: { toolOutput: 'lines' } })
  await lookUp(chatId)
  const body = await nextBody(chatId)
  expect(body).toContain('[used read: ')
  expect(body).not.toContain('The roses need water on Mondays.')
  expect(await keptIn(chatId)).toEqual([])
})

test('[B-3] a note of which only a preview stands can be read again, by path and by key', async () => {
  const chatId = await newChat(it, 'agent')
  await lookUp(chatId, [{ tool: 'read', args: { path: 'garden.md' } }], 'On Mondays.')
  await nextBody(chatId)
  await it.app.compactChat({ workspaceId: WORKSPACE, chatId })
  const again = [
    { tool: 'read', args: { path: 'garden.md' } },
    { tool: 'readArtifact', args: { key: 'garden.md' } },
  ]
  await lookUp(chatId, again, 'Mondays, still.')
  const body = bodiesFrom(it, 0).at(-1) ?? ''
  expect(body).toContain('prior_context')
  expect(countOf(body, 'Bed 59 has its own rhythm of weeding.')).toBe(2)
})

test('private data in a read file stays redacted', async () => {
  const chatId = await newChat(it, 'agent')
  await lookUp(chatId, [{ tool: 'read', args: { path: 'card.md' } }], 'It is known.')
  const body = await nextBody(chatId)
  expect(body).toContain('says the bank.')
  expect(body).not.toContain(CARD)
})

test('[E-4] a chat reopened after a restart continues the same', async () => {
  const [live, stored] = [await newChat(it, 'agent'), await newChat(it, 'agent')]
  await lookUp(live)
  const whole = await nextBody(live)
  await lookUp(stored)
  const first = bodiesFrom(it, 0).length
  const reopened = await it.reopen()
  await reopened.ask(stored, 'And then?', [], CLAUDE)
  expect(bodiesFrom(it, first).at(-1)).toBe(whole)
})
