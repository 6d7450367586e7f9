import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import type { ConverseInput, TalkEvent, TalkMessage } from './converse.ts'

let it: SimulatedApp
let responses = 0

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const MODEL = 'openai/gpt-5.6'
const user = (text: string): TalkMessage => ({ role: 'user', text, pictures: [] })
const assistant = (text: string): TalkMessage => ({ role: 'assistant', text, calls: [] })

interface Answered {
  readonly chatId: string
  readonly text: string
  readonly events: readonly TalkEvent[]
  readonly responseId: string
}

function inputOf(messages: readonly TalkMessage[], more: Partial<ConverseInput> = {}): ConverseInput {
  return {
    workspaceId: WORKSPACE,
    messages,
    isPlain: true,
    tools: [],
    modelId: MODEL,
    settings: {},
    responseId: `response-${responses++}`,
    signal: new AbortController().signal,
    ...more,
  }
}

async function converse(
  messages: readonly TalkMessage[],
  more: Partial<ConverseInput> = {},
  { app } = it,
): Promise<Answered> {
  const input = inputOf(messages, more)
  const events: TalkEvent[] = []
  for await (const event of app.converse(input)) events.push(event)
  const chatId = events.flatMap((event) => (event.kind === 'sent' ? [event.chatId] : []))[0] ?? ''
  const text = events.map((event) => (event.kind === 'text' ? event.delta : '')).join('')
  return { chatId, text, events, responseId: input.responseId }
}

const turnsOf = async (chatId: string, { app } = it) =>
  (await app.openChat({ workspaceId: WORKSPACE, chatId })).turns

/** As a request with a key of its own. */
function asKey<Result>(act: () => Promise<Result>): Promise<Result> {
  return it.app.actWith({ workspaceId: WORKSPACE, id: 'key', hash: '', scope: { access: 'write' } }, act)
}

describe('a conversation sent whole by its client', () => {
  test('with an edited earlier message becomes a branch of the same chat', async () => {
    const one = await converse([user('One')])
    const two = await converse([user('One'), assistant(one.text), user('Two')])
    const edited = await converse([user('One'), assistant(one.text), user('Two, in other words')])
    expect([two.chatId, edited.chatId]).toEqual([one.chatId, one.chatId])
    const turns = await turnsOf(one.chatId)
    expect(turns.map(({ text }) => text)).toEqual(['One', 'Two, in other words'])
    expect(turns[1]?.siblings).toHaveLength(2)
    // The first branch goes on where it was.
    const said = [user('One'), assistant(one.text), user('Two'), assistant(two.text), user('Three')]
    expect((await converse(said)).chatId).toBe(one.chatId)
    expect((await turnsOf(one.chatId)).map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
  })

  test('with an answer changed by the client becomes a new chat', async () => {
    const one = await converse([user('One')])
    const changed = await converse([user('One'), assistant(`${one.text}, I think`), user('Two')])
    expect(changed.chatId).not.toBe(one.chatId)
    expect((await turnsOf(changed.chatId)).map(({ answer }) => answer.text)[0]).toBe(`${one.text}, I think`)
    expect(await turnsOf(one.chatId)).toHaveLength(1)
  })

  test('continues its chat after a restart, also with several new messages', async () => {
    const one = await converse([user('One')])
    const again = { ...it, ...(await it.reopen()) }
    it = again
    const two = await converse([user('One'), assistant(one.text), user('Two'), user('And a half')])
    expect(two.chatId).toBe(one.chatId)
    expect((await turnsOf(one.chatId)).map(({ text }) => text)).toEqual(['One', 'Two\n\nAnd a half'])
    const three = await converse([user('Three')], { previous: two.responseId })
    expect(three.chatId).toBe(one.chatId)
  })

  test('never continues a chat of another key or workspace', async () => {
    const one = await converse([user('One')])
    const whole = [user('One'), assistant(one.text), user('Two')]
    const byKey = await asKey(() => converse(whole))
    expect(byKey.chatId).not.toBe(one.chatId)
    await expect(asKey(() => converse([user('Two')], { previous: one.responseId }))).rejects.toMatchObject({
      code: 'answer-not-found',
    })
    const { id } = await it.app.createWorkspace({ name: 'Another' })
    const elsewhere = await converse(whole, { workspaceId: id })
    expect(elsewhere.chatId).not.toBe(one.chatId)
    await expect(
      converse([user('Two')], { workspaceId: id, previous: one.responseId }),
    ).rejects.toMatchObject({ code: 'answer-not-found' })
    expect(await turnsOf(one.chatId)).toHaveLength(1)
  })

  test('with the same beginning from two clients: both get their own answers', async () => {
    const [a, b] = await Promise.all([converse([user('Hello')]), converse([user('Hello')])])
    expect(a.chatId).not.toBe(b.chatId)
    const more = (text: string) => converse([user('Hello'), assistant(a.text), user(text)])
    const [left, right] = await Promise.all([more('Left'), more('Right')])
    for (const { events } of [left, right])
      expect(events.at(-1)).toMatchObject({ kind: 'ended', turn: { answer: { status: 'complete' } } })
    const leftTurns = (await turnsOf(left.chatId)).map(({ text }) => text)
    const rightTurns = (await turnsOf(right.chatId)).map(({ text }) => text)
    // In one chat they are branches, and the later one is on show.
    expect([leftTurns.at(-1), rightTurns.at(-1)]).toEqual(
      left.chatId === right.chatId ? [leftTurns.at(-1), leftTurns.at(-1)] : ['Left', 'Right'],
    )
  })

  test('continues from a partly received answer', async () => {
    it.simulator.play('slow')
    const stopping = new AbortController()
    let text = ''
    let chatId = ''
    for await (const event of it.app.converse(inputOf([user('One')], { signal: stopping.signal }))) {
      if (event.kind === 'sent') ({ chatId } = event)
      if (event.kind !== 'text') continue
      text += event.delta
      break
    }
    expect(text).not.toBe('')
    const two = await converse([user('One'), assistant(text), user('Two')])
    expect(two.chatId).toBe(chatId)
    expect((await turnsOf(chatId))[0]?.answer.status).toBe('stopped')
  })

  test('repeated word for word asks again, and the chat stays intact', async () => {
    const one = await converse([user('One')])
    const whole = [user('One'), assistant(one.text), user('Two')]
    const [first, second] = [await converse(whole), await converse(whole)]
    expect([first.chatId, second.chatId]).toEqual([one.chatId, one.chatId])
    expect(await turnsOf(one.chatId)).toHaveLength(2)
  })

  test('does not continue a chat in the trash', async () => {
    const one = await converse([user('One')])
    await it.app.deleteChat({ workspaceId: WORKSPACE, chatId: one.chatId })
    const two = await converse([user('One'), assistant(one.text), user('Two')])
    expect(two.chatId).not.toBe(one.chatId)
    const three = [user('One'), assistant(one.text), user('Two'), assistant(two.text), user('Three')]
    expect((await converse(three)).chatId).toBe(two.chatId)
  })
})
