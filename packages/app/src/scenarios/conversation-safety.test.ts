import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { type ScriptedModel, scriptedModel } from '../testing/scripted-model.ts'
import { collect, type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import { untilEnded } from '../testing/until-ended.ts'

let it: TemporaryApp
let model: ScriptedModel
let chatId = ''

afterEach(() => it.remove())

const place = () => ({ workspaceId: WORKSPACE, chatId })
const open = () => it.app.openChat(place())

async function begin(): Promise<void> {
  model = scriptedModel()
  it = await temporaryApp([model])
  chatId = (await it.app.createChat({ workspaceId: WORKSPACE })).id
}

async function asked(
  text: string,
  said = 'Yes.',
): Promise<{ readonly id: string; readonly answerId: string }> {
  model.say(said)
  model.end()
  const turn = await it.ask(chatId, text)
  return { id: turn.id, answerId: turn.answer.id }
}

describe('an interrupted answer', () => {
  test('continues where it stopped, and is sent once in the next request', async () => {
    await begin()
    const sending = it.app.sendMessage({ ...place(), text: 'Tell me.', attach: [] })
    const { answerId } = await sending
    model.say('Once upon a ')
    await until(async () => (await open()).turns[0]?.answer.text !== '')
    await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
    const going = it.app.continueAnswer({ ...place(), answerId })
    await going
    await until(async () => model.asked.length === 2)
    model.say('time.')
    model.end()
    const { turns } = await untilEnded(it.app, chatId, going)
    expect(turns).toHaveLength(2)
    expect(turns[0]?.answer).toMatchObject({ status: 'stopped', text: 'Once upon a ' })
    expect(turns[1]).toMatchObject({ continues: answerId, answer: { text: 'time.' } })
    expect(JSON.stringify(model.asked.at(-1)).split('Once upon a ')).toHaveLength(2)
  })

  test('a complete one cannot be continued', async () => {
    await begin()
    const { answerId } = await asked('One?')
    await expect(it.app.continueAnswer({ ...place(), answerId })).rejects.toMatchObject({
      code: 'answer-complete',
    })
  })

  test('an empty one is retried with the same request', async () => {
    await begin()
    model.fail(new Error('nothing came'))
    const failed = await it.ask(chatId, 'Two?')
    const again = { ...place(), answerId: failed.answer.id, idempotencyKey: 'once' }
    model.say('Now.')
    model.end()
    const going = it.app.continueAnswer(again)
    const view = await untilEnded(it.app, chatId, going)
    expect(view.turns).toHaveLength(1)
    expect(view.turns[0]?.answer).toMatchObject({ status: 'complete', text: 'Now.' })
    expect(model.asked.at(-1)).toEqual(model.asked.at(-2))
    expect(await it.app.continueAnswer(again)).toEqual(await going)
  })

  test('interrupted by a restart before its first word, it is answered from the start', async () => {
    await begin()
    const { answerId } = await it.app.sendMessage({ ...place(), text: 'Tell me.', attach: [] })
    await until(async () => model.asked.length === 1)
    it = await it.reopen()
    expect((await open()).turns[0]?.answer).toMatchObject({ status: 'interrupted', text: '' })
    const going = it.app.continueAnswer({ ...place(), answerId })
    await going
    await until(async () => model.asked.length === 2)
    model.say('All of it.')
    model.end()
    const { turns } = await untilEnded(it.app, chatId, going)
    expect(turns).toHaveLength(1)
    expect(turns[0]?.answer).toMatchObject({ status: 'complete', text: 'All of it.' })
    expect(turns[0]?.answers).toHaveLength(2)
  })

  test('interrupted by a restart, it can be continued', async () => {
    await begin()
    const { answerId } = await it.app.sendMessage({ ...place(), text: 'Tell me.', attach: [] })
    model.say('Half of ')
    await until(async () => (await open()).turns[0]?.answer.text !== '')
    it = await it.reopen()
    expect((await open()).turns[0]?.answer).toMatchObject({ status: 'interrupted', text: 'Half of ' })
    const going = it.app.continueAnswer({ ...place(), answerId })
    await going
    await until(async () => model.asked.length === 2)
    model.say('it.')
    model.end()
    const { turns } = await untilEnded(it.app, chatId, going)
    expect(turns[1]?.answer.text).toBe('it.')
  })
})

describe('two tabs', () => {
  test('of two simultaneous regenerations one is accepted', async () => {
    await begin()
    const { id: turnId } = await asked('One?')
    const both = await Promise.allSettled([
      it.app.regenerateAnswer({ ...place(), turnId }),
      it.app.regenerateAnswer({ ...place(), turnId }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'answer-running' },
    })
    model.end()
    await until(async () => !(await open()).answering)
    expect((await open()).turns[0]?.answers).toHaveLength(2)
  })

  test('a regeneration planned before another one ended is refused', async () => {
    await begin()
    const { id: turnId } = await asked('One?')
    const { store } = it
    const standing = (count: number) =>
      store.commit([
        store.answers.requireStanding({ workspaceId: WORKSPACE, conversationId: chatId, turnId, count }),
      ])
    await standing(1)
    await expect(standing(2)).rejects.toMatchObject({ code: 'conflict' })
    await expect(standing(0)).rejects.toMatchObject({ code: 'conflict' })
  })

  test.each(['send', 'edit', 'regenerate', 'continue'])(
    '%s during an answer is refused, and nothing changes',
    async (what) => {
      await begin()
      const { id: turnId, answerId } = await asked('One?')
      await it.app.sendMessage({ ...place(), text: 'Two?', attach: [] })
      const before = await it.store.turns.list(WORKSPACE, chatId)
      const act = {
        send: () => it.app.sendMessage({ ...place(), text: 'Me too', attach: [] }),
        edit: () => it.app.editMessage({ ...place(), turnId, text: 'Other' }),
        regenerate: () => it.app.regenerateAnswer({ ...place(), turnId }),
        continue: () => it.app.continueAnswer({ ...place(), answerId }),
      }[what]
      await expect(act?.()).rejects.toMatchObject({
        code: what === 'continue' ? 'answer-complete' : 'answer-running',
      })
      expect(await it.store.turns.list(WORKSPACE, chatId)).toEqual(before)
      model.end()
    },
  )

  test('an edit and a message at once: one is accepted, and no turn is lost', async () => {
    await begin()
    const { id: turnId } = await asked('One?')
    const both = await Promise.allSettled([
      it.app.editMessage({ ...place(), turnId, text: 'Edited' }),
      it.app.sendMessage({ ...place(), text: 'Next', attach: [] }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    model.end()
    await until(async () => !(await open()).answering)
    expect(await it.store.turns.list(WORKSPACE, chatId)).toHaveLength(2)
  })
})

describe('the same request twice', () => {
  test.each(['send', 'edit', 'regenerate', 'continue', 'fork', 'create'] as const)(
    '%s: runs once, at once or later; another one under its key is refused',
    async (what) => {
      await begin()
      const { id: turnId } = await asked('One?')
      const { answerId } = await it.app.sendMessage({ ...place(), text: 'Two?', attach: [] })
      model.say('Half ')
      await until(async () => (await open()).turns[1]?.answer.text !== '')
      await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
      const key = { idempotencyKey: randomUUID() }
      const acts: Readonly<Record<typeof what, () => Promise<unknown>>> = {
        send: () => it.app.sendMessage({ ...place(), text: 'Three?', attach: [], ...key }),
        edit: () => it.app.editMessage({ ...place(), turnId, text: 'Edited?', ...key }),
        regenerate: () => it.app.regenerateAnswer({ ...place(), turnId, ...key }),
        continue: () => it.app.continueAnswer({ ...place(), answerId, ...key }),
        fork: () => it.app.forkChat({ ...place(), turnId, ...key }),
        create: async () => (await it.app.createChat({ workspaceId: WORKSPACE, ...key })).id,
      }
      const [first, second] = await Promise.all([acts[what](), acts[what]()])
      expect(second).toEqual(first)
      model.end()
      await until(async () => !(await open()).answering)
      const counts = async () => [
        (await it.store.turns.list(WORKSPACE, chatId)).length,
        (await it.store.answers.list(WORKSPACE, chatId)).length,
        (await it.app.listChats({ workspaceId: WORKSPACE })).length,
      ]
      const before = await counts()
      expect(await acts[what]()).toEqual(first)
      expect(await counts()).toEqual(before)
      const other = what === 'send' ? acts.edit : acts.send
      await expect(other()).rejects.toMatchObject({ code: 'idempotency-key-reused' })
    },
  )
})

describe('hydration', () => {
  const lastAsked = () => JSON.stringify(model.asked.at(-1))

  test('an empty chat has a persona; the message appears once, after the history', async () => {
    await begin()
    await asked('First question?', 'First answer.')
    const [system, user, ...rest] = model.asked[0] ?? []
    expect(system).toMatchObject({ role: 'system' })
    expect(JSON.stringify(system)).toContain('assistant of a workspace')
    expect(JSON.stringify(user)).toContain('First question?')
    expect(rest).toEqual([])
    await asked('Second question?')
    expect(model.asked.at(-1)?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(lastAsked().split('Second question?')).toHaveLength(2)
    expect(lastAsked().split('First question?')).toHaveLength(2)
  })

  test('an attachment comes with its text, never one of another workspace', async () => {
    await begin()
    it.write('plan.md', 'The launch is on 12 December.')
    const foreign = await it.app.uploadFile({
      workspaceId: 'other',
      name: 'secret.txt',
      bytes: Buffer.from('CANARY-4711'),
    })
    model.end()
    const turn = await it.ask(chatId, 'When?', ['plan.md', `upload:${foreign.id}`])
    expect(lastAsked()).toContain('12 December')
    expect(lastAsked()).not.toContain('CANARY-4711')
    expect(turn.attachments.map(({ key }) => key)).toEqual(['plan.md'])
  })

  test('a very large chat fits the window, and omissions are listed', async () => {
    await begin()
    for (let number = 1; number <= 60; number += 1)
      await asked(`Question ${number}? ${'words '.repeat(150)}`, `Answer ${number}. ${'more '.repeat(150)}`)
    const inspection = await it.app.inspectTurn({ ...place(), turn: 60 })
    expect(inspection.totalTokens).toBeLessThanOrEqual(inspection.budgetTokens)
    expect(lastAsked()).toContain('Question 60?')
    expect((await open()).turns).toHaveLength(50)
    expect((await it.app.listTurns({ ...place(), before: 11 })).turns.map(({ number }) => number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
  }, 120_000)
})

test('refuses an answer of another chat or turn', async () => {
  await begin()
  const { answerId, id: turnId } = await asked('One?')
  const { id: other } = await it.app.createChat({ workspaceId: WORKSPACE })
  const there = { workspaceId: WORKSPACE, chatId: other }
  for (const act of [
    () => it.app.chooseAnswer({ ...there, answerId }),
    () => it.app.continueAnswer({ ...there, answerId }),
    () => it.app.regenerateAnswer({ ...there, turnId }),
    () => it.app.editMessage({ ...there, turnId, text: 'x' }),
    () => it.app.showBranch({ ...there, turnId }),
    () => it.app.forkChat({ ...there, turnId }),
  ])
    await expect(act()).rejects.toMatchObject({ code: expect.stringMatching(/-not-found$/) })
  const second = await asked('Two?')
  // An answer of another turn does not end this one.
  await expect(it.app.forkChat({ ...place(), turnId, answerId: second.answerId })).rejects.toMatchObject({
    code: 'answer-not-found',
  })
  expect(await collect(it.app, answerId)).not.toEqual([])
})

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5))
}
