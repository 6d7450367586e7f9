import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

const MODEL = 'anthropic/claude-sonnet-4-5'
const FACT = 'The heron nests at the third pier.'
/** Messages of about 2,600 tokens until the first answer no longer fits beside them. */
const TOPICS = ['tides', 'lamps', 'ropes', 'anchors']

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp({
    models: [{ id: MODEL, window: 10_000, outputLimit: 2000, reservedOutput: 1000 }],
  })
})

afterEach(() => it.remove())

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })

async function say(text: string, answer: string): Promise<void> {
  it.simulator.play({ kind: 'answer', text: answer })
  await it.ask(it.chatId, text, [], MODEL)
}

/** What of the newest request is in the part that recalls. */
async function recalled(): Promise<string> {
  await say('Where was the heron, did you say?', 'As I said.')
  const { wire } = await it.app.inspectTurn({ ...place(), turn: TOPICS.length + 2 })
  return /<recalled_turns>.*<\/recalled_turns>/.exec(wire?.bodyText ?? '')?.[0] ?? ''
}

async function talkUntilStripped(): Promise<void> {
  await say('Where does the bird nest?', FACT)
  for (const topic of TOPICS)
    await say(`About ${topic}: ${`the ${topic} were counted and found to be many. `.repeat(260)}`, 'Noted.')
}

describe('[L4-5] history recall', () => {
  test('is the default: the request contains what a folded turn said', async () => {
    await talkUntilStripped()
    expect(await recalled()).toContain(`Turn 1, answer: ${FACT}`)
    const { layers } = await it.app.inspectTurn({ ...place(), turn: TOPICS.length + 2 })
    const turn = layers.find(({ id }) => id === 'L3')
    expect(turn?.segments.map(({ label }) => label)).toContain('Recalled')
  })

  test('is set by an agent’s file, overridden by the chat', async () => {
    const content =
      '---\nname: Elephant\ndescription: Forgets nothing.\nhistory: recall\n---\nYou remember.\n'
    await it.app.writeDefinition({ workspaceId: WORKSPACE, kind: 'agent', id: 'elephant', content })
    await it.app.setChatSettings({ ...place(), settings: { agent: 'elephant' } })
    await talkUntilStripped()
    expect(await recalled()).toContain(FACT)
    await it.app.setChatSettings({ ...place(), settings: { history: 'strip' } })
    await say('And the herons of the other piers?', 'None.')
    const { wire } = await it.app.inspectTurn({ ...place(), turn: TOPICS.length + 3 })
    expect(wire?.bodyText.split('<recalled_turns>').length).toBeLessThanOrEqual(2)
  })

  test('can be switched off for a chat', async () => {
    await it.app.setChatSettings({ ...place(), settings: { history: 'strip' } })
    await talkUntilStripped()
    expect(await recalled()).toBe('')
    await expect(it.app.setChatSettings({ ...place(), settings: { history: 'all' } })).rejects.toMatchObject({
      code: 'message-invalid',
    })
  })
})
