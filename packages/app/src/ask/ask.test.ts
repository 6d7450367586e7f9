import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import type { AskEvent } from '@varve/contract'
import type { AskInput } from './ask.ts'

let it: SimulatedApp

beforeAll(async () => {
  it = await simulatedApp()
  it.write('garden.md', '# Garden\n\nThe roses need water on Mondays.\n')
  it.write('roses.md', '# Roses\n\nRoses need much water, also on other days.\n')
})

afterAll(() => it.remove())

const MODEL = 'anthropic/claude-sonnet-4-5'

function ask(text: string, more: Partial<AskInput> = {}): AsyncGenerator<AskEvent> {
  const signal = new AbortController().signal
  return it.app.ask({ workspaceId: WORKSPACE, text, attach: [], signal, ...more })
}

async function all(events: AsyncIterable<AskEvent>): Promise<readonly AskEvent[]> {
  const list: AskEvent[] = []
  for await (const event of events) list.push(event)
  return list
}

const kinds = (events: readonly AskEvent[]) => [...new Set(events.map(({ kind }) => kind))]
const textOf = (events: readonly AskEvent[]) =>
  events.map((event) => (event.kind === 'text' ? event.delta : '')).join('')
const answersOf = (events: readonly AskEvent[]) =>
  events.flatMap((event) => (event.kind === 'ended' ? [event.turn.answer] : []))
const chatOf = (events: readonly AskEvent[]) =>
  events.flatMap((event) => (event.kind === 'sent' ? [event.chatId] : []))[0] ?? ''
const chats = async () => [
  ...(await it.app.listChats({ workspaceId: WORKSPACE })),
  ...(await it.app.listChats({ workspaceId: WORKSPACE, among: 'trashed' })),
]
const call = (tool: string, args: unknown) => ({ tool, arguments: JSON.stringify(args), callId: tool })

describe('a message without a user to ask', () => {
  test('begins a chat, and continues in it with the same model', async () => {
    it.simulator.play({ kind: 'answer', text: 'On 12 December.' }, { kind: 'answer', text: 'At noon.' })
    const first = await all(ask('When?', { attach: ['plan.md'], modelIds: [MODEL] }))
    expect(kinds(first)).toEqual(['sent', 'begun', 'text', 'ended'])
    expect(textOf(first)).toBe('On 12 December.')
    const chatId = chatOf(first)
    const second = await all(ask('What hour?', { chatId }))
    expect(second[0]).toMatchObject({ kind: 'sent', chatId, isNewChat: false })
    expect(answersOf(second)).toMatchObject([{ modelId: MODEL, text: 'At noon.', status: 'complete' }])
    expect((await it.app.openChat({ workspaceId: WORKSPACE, chatId })).turns).toHaveLength(2)
  })

  test.each([
    ['an unknown model', { modelIds: ['none/such'] }, 'model-unknown'],
    ['an unknown note', { attach: ['none.md'] }, 'file-not-found'],
    ['an unknown agent', { settings: { agent: 'nobody' } }, 'message-invalid'],
    ['private data', { modelIds: [MODEL], text: 'My card is 4111 1111 1111 1111.' }, 'guard-findings'],
    ['an empty message', { text: ' ' }, 'message-empty'],
    ['an unknown chat', { chatId: 'none' }, 'chat-not-found'],
  ] as const)('%s is refused, and leaves no chat behind', async (_, more, code) => {
    const before = await chats()
    await expect(all(ask('When?', more))).rejects.toMatchObject({ name: 'AppError', code })
    expect(await chats()).toEqual(before)
  })

  test('refuses a call that needs approval, and the model continues', async () => {
    it.simulator.play(
      { kind: 'answer', text: 'I write.', calls: [call('write', { path: 'new.md', content: 'Hello\n' })] },
      { kind: 'answer', text: 'I could not.' },
    )
    const settings = { runner: 'agent', mode: 'act' } as const
    const events = await all(ask('Write a note.', { settings, modelIds: [MODEL] }))
    expect(kinds(events)).toContain('refused')
    expect(answersOf(events)).toMatchObject([
      {
        status: 'complete',
        steps: [{ calls: [{ reply: expect.stringMatching(/^reject: no one can be asked/) }] }],
      },
    ])
    expect(textOf(events)).toBe('I write.\n\nI could not.')
    expect(existsSync(join(it.root, 'new.md'))).toBe(false)
  })

  test('tells the model that no user is there to answer', async () => {
    it.simulator.play(
      { kind: 'answer', calls: [call('askUser', { question: 'Which plan?' })] },
      { kind: 'answer', text: 'The one that there is.' },
    )
    const events = await all(ask('Sum it up.', { settings: { runner: 'agent' }, modelIds: [MODEL] }))
    expect(textOf(events)).toBe('The one that there is.')
    expect(it.simulator.requests.at(-1)?.bodyText).toContain('No answer: no one can be asked')
  })

  test('returns citations in their final order', async () => {
    it.simulator.play({
      kind: 'answer',
      text: 'On Mondays[^2], more on others[^1]. Not[^9] at all.',
      chunkCharacters: 3,
    })
    const settings = { runner: 'vault-qa' } as const
    const events = await all(ask('When do the roses need water?', { settings, modelIds: [MODEL] }))
    expect(answersOf(events)[0]?.text).toBe('On Mondays[^1], more on others[^2]. Not at all.')
    expect(textOf(events)).toBe(answersOf(events)[0]?.text)
    expect(events.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(1)
  })

  test('several models answer one after another under their names', async () => {
    const modelIds = ['anthropic/claude-haiku-5-5', MODEL]
    const events = await all(ask('When?', { attach: ['plan.md'], modelIds }))
    expect(events.flatMap((event) => (event.kind === 'begun' ? [event.modelId] : []))).toEqual(modelIds)
    expect(answersOf(events).map(({ status }) => status)).toEqual(['complete', 'complete'])
  })

  test.each(['a signal', 'leaving'])('%s stops the answer and keeps what arrived', async (how) => {
    it.simulator.play('slow')
    const stopping = new AbortController()
    let chatId = ''
    for await (const event of ask('Tell me.', { modelIds: [MODEL], signal: stopping.signal })) {
      if (event.kind === 'sent') ({ chatId } = event)
      if (event.kind !== 'text') continue
      if (how === 'leaving') break
      stopping.abort()
    }
    const [turn] = (await it.app.openChat({ workspaceId: WORKSPACE, chatId })).turns
    expect(turn?.answer.status).toBe('stopped')
    expect(turn?.answer.text).toMatch(/^This is/)
  })
})
