import { noticeWords } from '@varve/contract'
import type { ModelSpec } from '@varve/engine'
import { afterEach, describe, expect, test } from 'vitest'
import { type ScriptedModel, scriptedModel } from '../testing/scripted-model.ts'
import {
  collect,
  lastTurn,
  type TemporaryApp,
  temporaryApp,
  textOf,
  WORKSPACE,
} from '../testing/temporary-app.ts'

let it: TemporaryApp
let model: ScriptedModel

afterEach(() => it.remove())

async function begin(spec: Partial<ModelSpec> = {}): Promise<string> {
  model = scriptedModel(spec)
  it = await temporaryApp([model])
  return (await it.app.createChat({ workspaceId: WORKSPACE })).id
}

async function send(chatId: string, text = 'Hello?', idempotencyKey?: string) {
  return it.app.sendMessage({ workspaceId: WORKSPACE, chatId, text, attach: [], idempotencyKey })
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('durability', () => {
  test('the message is on disk before the model is asked', async () => {
    const chatId = await begin()
    await send(chatId)
    const [turn] = await it.store.turns.list(WORKSPACE, chatId)
    expect(turn).toMatchObject({ number: 1, text: 'Hello?' })
    await until(async () => model.asked.length === 1)
    model.end()
  })

  test('a streaming answer is saved within a second, and at once after 2 KB', async () => {
    const chatId = await begin()
    const { answerId } = await send(chatId)
    const stored = async () => (await it.store.answers.get({ workspaceId: WORKSPACE, id: answerId }))?.text
    model.say('a few words')
    await until(async () => (await stored()) === 'a few words')
    model.say('x'.repeat(2048))
    await until(async () => ((await stored()) ?? '').length === 11 + 2048)
    model.end()
    expect(lastTurn(await collect(it.app, answerId)).answer.text).toHaveLength(11 + 2048)
  })

  test('an answer continues without readers; a returning reader misses and repeats nothing', async () => {
    const chatId = await begin()
    const { answerId } = await send(chatId)
    model.say('one ')
    const first = await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })
    let seen = ''
    let last = 0
    for await (const { id, event } of first ?? []) {
      if (event.kind === 'text') seen += event.delta
      last = id
      break
    }
    model.say('two 🌊')
    model.say(' three')
    model.end()
    const rest = await collect(it.app, answerId, last)
    expect(seen + textOf(rest)).toBe('one two 🌊 three')
    const { answer } = lastTurn(rest)
    expect(answer).toMatchObject({ status: 'complete', text: 'one two 🌊 three' })
    expect(textOf(await collect(it.app, answerId, 4))).toBe('two 🌊 three')
    expect(
      await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: answer.text.length + 1 }),
    ).toBeUndefined()
  })

  test('readers of an ended answer share one copy', async () => {
    const chatId = await begin()
    const { answerId } = await send(chatId)
    model.say('one two')
    model.end()
    await collect(it.app, answerId)
    const read = async () => lastTurn(await collect(it.app, answerId))
    const first = await read()
    expect(await read()).toBe(first)
  })

  test('a character split in two is whole in every event and on disk', async () => {
    const chatId = await begin()
    const { answerId } = await send(chatId)
    const watching = collect(it.app, answerId)
    for (const unit of 'a🌊b') model.say(unit)
    model.say('\ud83c')
    await until(
      async () =>
        (await it.app.openChat({ workspaceId: WORKSPACE, chatId })).turns[0]?.answer.text === 'a🌊b',
    )
    model.say('\udf0a')
    model.say('\ud83c')
    model.end()
    const events = await watching
    for (const { event } of events) if (event.kind === 'text') expect(event.delta.isWellFormed()).toBe(true)
    expect(lastTurn(events).answer.text).toBe('a🌊b🌊\ufffd')
  })

  test('stop keeps and marks what arrived, without waiting for the model', async () => {
    const chatId = await begin()
    const { answerId } = await send(chatId)
    model.say('so far')
    await until(
      async () => (await it.app.openChat({ workspaceId: WORKSPACE, chatId })).turns[0]?.answer.text !== '',
    )
    const stopped = await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
    expect(stopped.answer).toMatchObject({ status: 'stopped', text: 'so far' })
    model.say(' and more')
    expect((await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })).answer).toEqual(stopped.answer)
  })

  test('closing Varve interrupts an answer and keeps what arrived; the chat continues after a restart', async () => {
    const chatId = await begin()
    const { answerId } = await send(chatId)
    model.say('so far')
    await until(
      async () => (await it.app.openChat({ workspaceId: WORKSPACE, chatId })).turns[0]?.answer.text !== '',
    )
    it = await it.reopen()
    const { turns, answering } = await it.app.openChat({ workspaceId: WORKSPACE, chatId })
    expect(turns[0]?.answer).toMatchObject({ id: answerId, status: 'interrupted', text: 'so far' })
    expect(answering).toBe(false)
    const next = it.ask(chatId, 'Go on.')
    await until(async () => model.asked.length === 2)
    model.end()
    expect(await next).toMatchObject({ number: 2 })
    const said = model.asked
      .at(-1)
      ?.flatMap(({ parts }) => parts.map((part) => (part.kind === 'text' ? part.text : '')))
    expect(said?.join('\n')).toContain('so far')
  })

  test('a failing model leaves the message, what arrived, and the reason', async () => {
    const chatId = await begin()
    const { answerId } = await send(chatId)
    model.say('half an ')
    model.fail(new Error('The wire broke.'))
    const events = await collect(it.app, answerId)
    expect(events.at(-1)?.event).toMatchObject({ kind: 'failed', message: 'The wire broke.' })
    expect(lastTurn(events).answer).toMatchObject({
      status: 'failed',
      text: 'half an ',
      error: 'The wire broke.',
    })
    const next = it.ask(chatId, 'Again, please.')
    model.end()
    expect(await next).toMatchObject({ number: 2, answer: { status: 'complete' } })
  })

  test('on a full disk the answer stays in memory, says so, and is saved when there is room', async () => {
    const chatId = await begin()
    it = await it.reopen({ maximumPages: 70 })
    const { answerId } = await send(chatId)
    model.say('y'.repeat(300_000))
    model.end()
    const events = await collect(it.app, answerId)
    expect(events.at(-1)?.event).toMatchObject({ kind: 'failed' })
    expect(lastTurn(events).answer.error).toContain('disk is full')
    expect(textOf(events)).toHaveLength(300_000)
    // What keeps the next message from being sent is the disk, not an answer that is still being written.
    await expect(send(chatId)).rejects.toMatchObject({ code: 'disk-full' })
    await it.store.commit([{ sql: 'pragma max_page_count = 1000000', parameters: [] }])
    await until(async () => !(await it.app.openChat({ workspaceId: WORKSPACE, chatId })).answering)
    const { turns } = await it.app.openChat({ workspaceId: WORKSPACE, chatId })
    expect(turns[0]?.answer).toMatchObject({ status: 'complete' })
    expect(turns[0]?.answer.text).toHaveLength(300_000)
  })

  test('a message that cannot be stored is refused with the reason, and reading continues', async () => {
    const chatId = await begin({ window: 1_000_000 })
    it = await it.reopen({ maximumPages: 60 })
    await expect(send(chatId, 'z'.repeat(400_000))).rejects.toMatchObject({ code: 'disk-full' })
    expect(model.asked).toEqual([])
    expect((await it.app.openChat({ workspaceId: WORKSPACE, chatId })).turns).toEqual([])
  })
})

describe('two tabs', () => {
  test('a message during an answer is refused without storing anything', async () => {
    const chatId = await begin()
    await send(chatId)
    await expect(send(chatId, 'Me too!')).rejects.toMatchObject({ code: 'answer-running' })
    model.end()
    expect(await it.store.turns.list(WORKSPACE, chatId)).toHaveLength(1)
  })

  test('of two simultaneous messages one is accepted', async () => {
    const chatId = await begin()
    const results = await Promise.allSettled([send(chatId, 'A'), send(chatId, 'B'), send(chatId, 'C')])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(['answer-running', 'chat-changed']).toContain(result.reason.code)
    expect(await it.store.turns.list(WORKSPACE, chatId)).toHaveLength(1)
    model.end()
  })

  test('a repeated request returns the same answer; another one under its key is refused', async () => {
    const chatId = await begin()
    const [first, twin] = await Promise.all([send(chatId, 'Hello?', 'key'), send(chatId, 'Hello?', 'key')])
    expect(twin).toEqual(first)
    model.end()
    await collect(it.app, first.answerId)
    expect(await send(chatId, 'Hello?', 'key')).toEqual(first)
    await expect(send(chatId, 'Other', 'key')).rejects.toMatchObject({ code: 'idempotency-key-reused' })
    expect(await it.store.turns.list(WORKSPACE, chatId)).toHaveLength(1)
    const create = () => it.app.createChat({ workspaceId: WORKSPACE, idempotencyKey: 'create' })
    const [chat, same] = await Promise.all([create(), create()])
    expect(same.id).toBe(chat.id)
  })
})

describe('refusals', () => {
  test('a message over the budget is refused with numbers before storing or sending', async () => {
    const chatId = await begin()
    it.write('large.md', 'word '.repeat(60_000))
    const draft = { workspaceId: WORKSPACE, chatId, text: 'Read it.', attach: ['large.md'] }
    await expect(it.app.sendMessage(draft)).rejects.toThrow(
      /This does not fit: [1-9]\d{0,2}(,\d{3})* of 19,000 tokens/,
    )
    const forecast = await it.app.forecastTurn(draft)
    const { usedTokens: needed, budgetTokens: budget, largest } = forecast
    expect(forecast).toMatchObject({ overBy: needed - budget, largest: [{ key: 'large.md' }, {}, {}] })
    expect(forecast.overBy).toBeGreaterThan(40_000)
    const actions = ['forget', 'larger-window', 'new-chat-with-summary']
    await expect(it.app.sendMessage(draft)).rejects.toMatchObject({
      code: 'does-not-fit',
      details: { needed, budget, largest, actions },
    })
    expect(model.asked).toEqual([])
    expect(await it.store.turns.list(WORKSPACE, chatId)).toEqual([])
  })

  test.each([
    ['', [], undefined, 'message-empty'],
    [' \n', [], undefined, 'message-empty'],
    ['\ud800', [], undefined, 'message-invalid'],
    ['x', ['../secret.md'], undefined, 'path-refused'],
    ['x', [], 'unknown', 'model-unknown'],
  ] as const)('%j with %j to %j is %s', async (text, attach, modelId, code) => {
    const chatId = await begin()
    await expect(
      it.app.sendMessage({ workspaceId: WORKSPACE, chatId, text, attach, modelId }),
    ).rejects.toMatchObject({ code })
    expect(await it.store.turns.list(WORKSPACE, chatId)).toEqual([])
  })
})

test('a missing file is left out, and the turn says so', async () => {
  const chatId = await begin()
  const forecast = await it.app.forecastTurn({
    workspaceId: WORKSPACE,
    chatId,
    text: 'x',
    attach: ['gone.md'],
  })
  const notices = ['"gone.md" is not there and was left out.']
  expect(forecast.notices?.map(noticeWords)).toEqual(notices)
  const { turnId } = await it.app.sendMessage({
    workspaceId: WORKSPACE,
    chatId,
    text: 'x',
    attach: ['gone.md'],
  })
  const { turns } = await it.app.openChat({ workspaceId: WORKSPACE, chatId })
  expect(turns).toMatchObject([{ id: turnId, attachments: [], notices: forecast.notices }])
})

test('no action of another workspace sees this one', async () => {
  const chatId = await begin()
  const { answerId } = await send(chatId)
  const foreign = { workspaceId: 'other', chatId }
  const { app } = it
  const chatActions = [
    app.openChat(foreign),
    app.arrangeChat({ ...foreign, title: 'Mine' }),
    app.deleteChat(foreign),
    app.sendMessage({ ...foreign, text: 'x', attach: [] }),
    app.forecastTurn({ ...foreign, text: 'x', attach: [] }),
    app.inspectTurn({ ...foreign, turn: 1 }),
    app.readSource({ ...foreign, turn: 1, path: 'plan.md' }),
    app.forgetArtifact({ ...foreign, key: 'k' }),
  ]
  for (const action of chatActions) await expect(action).rejects.toMatchObject({ code: 'chat-not-found' })
  const answer = { workspaceId: 'other', answerId }
  await expect(app.stopAnswer(answer)).rejects.toMatchObject({ code: 'answer-not-found' })
  await expect(app.watchAnswer({ ...answer, after: 0 })).rejects.toMatchObject({ code: 'answer-not-found' })
  expect(await app.listChats({ workspaceId: 'other' })).toEqual([])
  await expect(app.showWorkspace({ workspaceId: 'none' })).rejects.toMatchObject({
    code: 'workspace-not-found',
  })
  model.end()
  expect(lastTurn(await collect(app, answerId)).answer.status).toBe('complete')
})
