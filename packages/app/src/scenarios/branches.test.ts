import { afterEach, describe, expect, test } from 'vitest'
import { scriptedModel } from '../testing/scripted-model.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import { untilEnded } from '../testing/until-ended.ts'
import type { ChatView } from '@varve/contract'

const GPT = 'openai/gpt-5.6'
const CLAUDE = 'anthropic/claude-sonnet-4-5'
const GEMINI = 'google/gemini-2.5-pro'

let it: SimulatedApp

const inChat = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const bodies = (): readonly string[] =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)
const ids = ({ turns }: ChatView): readonly string[] => turns.map(({ id }) => id)
const open = (): Promise<ChatView> => it.app.openChat(inChat())
const edit = (turnId: string, text?: string) =>
  untilEnded(it.app, it.chatId, it.app.editMessage({ ...inChat(), turnId, text, modelId: GPT }))
const regenerate = (turnId: string, modelIds?: readonly string[]) =>
  untilEnded(it.app, it.chatId, it.app.regenerateAnswer({ ...inChat(), turnId, modelIds }))

describe('a branch', () => {
  afterEach(() => it.remove())

  test('an edit makes a sibling; switching shows exactly what was there', async () => {
    it = await simulatedApp()
    for (const text of ['One?', 'Two?', 'Three?']) await it.ask(it.chatId, text, [], GPT)
    const before = await open()
    const [, second] = ids(before)
    const after = await edit(second ?? '', 'Two, in other words?')
    expect(after.turns.map(({ text }) => text)).toEqual(['One?', 'Two, in other words?'])
    expect(after.turns[1]).toMatchObject({ number: 2, siblings: [second, ids(after)[1]] })
    const back = await it.app.showBranch({ ...inChat(), turnId: second ?? '' })
    const beside = { siblings: [second, ids(after)[1]] }
    expect(back.turns).toEqual(
      before.turns.map((turn) => (turn.id === second ? { ...turn, ...beside } : turn)),
    )
    expect(await it.app.showBranch({ ...inChat(), turnId: ids(after)[1] ?? '' })).toMatchObject({
      turns: after.turns,
    })
    // The next message continues with the branch on show, and the other one knows nothing of it.
    await it.app.showBranch({ ...inChat(), turnId: second ?? '' })
    await it.ask(it.chatId, 'Four?', [], GPT)
    expect(bodies().at(-1)).toContain('Three?')
    expect(bodies().at(-1)).not.toContain('in other words')
  })

  test('an edit without a model uses the previous one', async () => {
    it = await simulatedApp()
    await it.ask(it.chatId, 'One?', [], GPT)
    const [turnId = ''] = ids(await open())
    const again = (text: string, id = turnId) =>
      untilEnded(it.app, it.chatId, it.app.editMessage({ ...inChat(), turnId: id, text }))
    expect((await again('One, in other words?')).turns[0]?.answers).toMatchObject([{ modelId: GPT }])
    await regenerate(turnId, [CLAUDE])
    expect((await again('One, once more?')).turns[0]?.answers).toMatchObject([{ modelId: CLAUDE }])
    const both = { ...inChat(), text: 'Two?', attach: [], modelIds: [GPT, CLAUDE] }
    const asked = await untilEnded(it.app, it.chatId, it.app.sendMessage(both))
    const edited = await again('Two, in other words?', ids(asked)[1])
    expect(edited.turns[1]?.answers).toMatchObject([{ modelId: GPT }, { modelId: CLAUDE }])
  })

  test('editing the first message starts over without the rest', async () => {
    it = await simulatedApp()
    await it.ask(it.chatId, 'First words', [], GPT)
    await it.ask(it.chatId, 'More words', [], GPT)
    const [first] = ids(await open())
    const edited = await edit(first ?? '', 'Other words')
    expect(edited.turns.map(({ text, number }) => [number, text])).toEqual([[1, 'Other words']])
    expect(bodies().at(-1)).not.toContain('First words')
  })

  test('an edit with the same words uses the current note; regenerate keeps the old one', async () => {
    it = await simulatedApp()
    await it.ask(it.chatId, 'When is the launch?', ['plan.md'], GPT)
    const [turnId = ''] = ids(await open())
    it.write('plan.md', '# Plan\n\nThe launch is on 15 January.\n')
    await regenerate(turnId)
    expect(bodies().at(-1)).toContain('12 December')
    expect(bodies().at(-1)).not.toContain('15 January')
    await edit(turnId)
    expect(bodies().at(-1)).toContain('15 January')
    expect(bodies().at(-1)).not.toContain('12 December')
  })

  test.each([GPT, CLAUDE, GEMINI])('%s: regenerates with the same bytes', async (model) => {
    it = await simulatedApp()
    await it.ask(it.chatId, 'Pier 1?', ['tides.md'], model)
    await it.ask(it.chatId, 'When is the launch?', ['plan.md'], model)
    const sent = bodies().at(-1)
    it.write('plan.md', 'changed')
    const [, turnId = ''] = ids(await open())
    const again = await regenerate(turnId)
    expect(bodies().at(-1)).toBe(sent)
    expect(again.turns[1]?.answers).toHaveLength(2)
    expect(again.turns[1]?.answer.id).toBe(again.turns[1]?.answers[1]?.id)
    await regenerate(turnId)
    expect(bodies().at(-1)).toBe(sent)
  })

  test('regenerating in mid-thread ends the visible branch; choosing the old answer restores what followed', async () => {
    it = await simulatedApp()
    for (const text of ['One?', 'Two?', 'Three?']) await it.ask(it.chatId, text, [], GPT)
    const before = await open()
    const [, second] = before.turns
    const again = await regenerate(second?.id ?? '')
    expect(ids(again)).toEqual(ids(before).slice(0, 2))
    expect(again.turns[1]?.answers.map(({ id }) => id)).toContain(second?.answer.id)
    const back = await it.app.chooseAnswer({ ...inChat(), answerId: second?.answer.id ?? '' })
    expect(ids(back)).toEqual(ids(before))
    expect(back.turns[1]?.answer.id).toBe(second?.answer.id)
    // Choosing again changes nothing.
    expect(await it.app.chooseAnswer({ ...inChat(), answerId: second?.answer.id ?? '' })).toEqual(back)
  })

  test('returning to an answer shows the last visible branch below it', async () => {
    it = await simulatedApp()
    for (const text of ['One?', 'Two?', 'Three?']) await it.ask(it.chatId, text, [], GPT)
    const before = await open()
    const [one, two, three] = before.turns
    await edit(two?.id ?? '', 'Two, edited?')
    await it.app.showBranch({ ...inChat(), turnId: two?.id ?? '' })
    const again = await regenerate(three?.id ?? '')
    await regenerate(one?.id ?? '', [CLAUDE])
    const back = await it.app.chooseAnswer({ ...inChat(), answerId: one?.answer.id ?? '' })
    expect(ids(back)).toEqual(ids(before))
    expect(back.turns[2]?.answer.id).toBe(again.turns[2]?.answer.id)
    // Asked again, it was last on show with the new answer alone.
    const other = await regenerate(two?.id ?? '')
    await edit(one?.id ?? '', 'One, edited?')
    const shown = await it.app.showBranch({ ...inChat(), turnId: one?.id ?? '' })
    expect(ids(shown)).toEqual(ids(before).slice(0, 2))
    expect(shown.turns[1]?.answer.id).toBe(other.turns[1]?.answer.id)
  })

  test('a branched chat comes back from the trash intact, and continues', async () => {
    it = await simulatedApp()
    for (const text of ['One?', 'Two?']) await it.ask(it.chatId, text, [], GPT)
    const [first = '', second = ''] = ids(await open())
    await edit(second, 'Two, edited?')
    await regenerate(first, [CLAUDE])
    await it.app.showBranch({ ...inChat(), turnId: second })
    const before = await open()
    await it.app.deleteChat(inChat())
    await expect(it.app.editMessage({ ...inChat(), turnId: second })).rejects.toMatchObject({
      code: 'chat-trashed',
    })
    await expect(it.app.regenerateAnswer({ ...inChat(), turnId: second })).rejects.toMatchObject({
      code: 'chat-trashed',
    })
    const answerId = before.turns[0]?.answer.id ?? ''
    await expect(it.app.chooseAnswer({ ...inChat(), answerId })).rejects.toMatchObject({
      code: 'chat-trashed',
    })
    await it.app.restoreChat(inChat())
    expect((await open()).turns).toEqual(before.turns)
    expect((await it.ask(it.chatId, 'Three?', [], GPT)).number).toBe(3)
  })
})

describe('a fork', () => {
  afterEach(() => it.remove())

  test.each([GPT, CLAUDE, GEMINI])(
    '%s: continues byte for byte, whatever happens to the original',
    async (model) => {
      it = await simulatedApp()
      await it.ask(it.chatId, 'Pier 1?', ['tides.md'], model)
      await it.ask(it.chatId, 'When is the launch?', ['plan.md'], model)
      const [first = '', second = ''] = ids(await open())
      const fork = await it.app.forkChat({ ...inChat(), turnId: second })
      const early = await it.app.forkChat({ ...inChat(), turnId: first })
      await it.ask(it.chatId, 'And then?', [], model)
      const here = bodies().at(-1)
      await it.ask(fork.id, 'And then?', [], model)
      const there = bodies().at(-1)
      // A key for routing names the conversation.
      expect(there?.replaceAll(fork.id, it.chatId)).toBe(here)
      const copied = await it.app.openChat({ workspaceId: WORKSPACE, chatId: fork.id })
      expect(copied.turns.map(({ text }) => text)).toEqual(['Pier 1?', 'When is the launch?', 'And then?'])
      await it.ask(early.id, 'When is the launch?', ['plan.md'], model)
      expect(bodies().at(-1)?.replaceAll(early.id, it.chatId)).toBe(bodies()[1])
      expect((await open()).turns).toHaveLength(3)
    },
  )

  test('its earlier turns can be asked again in their recorded versions', async () => {
    it = await simulatedApp()
    await it.ask(it.chatId, 'When is the launch?', ['plan.md'], GPT)
    await it.ask(it.chatId, 'And then?', [], GPT)
    const [, second = ''] = ids(await open())
    const fork = await it.app.forkChat({ ...inChat(), turnId: second })
    it.write('plan.md', 'changed')
    const copied = await it.app.openChat({ workspaceId: WORKSPACE, chatId: fork.id })
    const there = { workspaceId: WORKSPACE, chatId: fork.id, turnId: ids(copied)[0] ?? '' }
    await untilEnded(it.app, fork.id, it.app.regenerateAnswer(there))
    expect(bodies().at(-1)?.replaceAll(fork.id, it.chatId)).toBe(bodies()[0])
    await untilEnded(
      it.app,
      fork.id,
      it.app.editMessage({ ...there, text: 'Other?', attach: [], modelId: GPT }),
    )
    expect(it.reports).toEqual([])
  })

  test('a pending forget applies in the fork too', async () => {
    it = await simulatedApp()
    await it.ask(it.chatId, 'When is the launch?', ['plan.md'], GPT)
    await it.app.forgetArtifact({ ...inChat(), key: 'plan.md' })
    const [turnId = ''] = ids(await open())
    const fork = await it.app.forkChat({ ...inChat(), turnId })
    await it.ask(fork.id, 'And then?', [], GPT)
    expect(bodies().at(-1)).not.toContain('<path>plan.md')
  })
})

describe('several models', () => {
  let chat: TemporaryApp
  afterEach(() => chat.remove())

  async function begin(...names: readonly string[]) {
    const models = names.map((id) => scriptedModel({ id }))
    chat = await temporaryApp(models)
    const { id: chatId } = await chat.app.createChat({ workspaceId: WORKSPACE })
    const place = { workspaceId: WORKSPACE, chatId }
    return { models, place, chatId }
  }

  test('share one envelope; a failed answer is never sent', async () => {
    const { models, place, chatId } = await begin('a', 'b', 'c')
    const [a, b, c] = models
    b?.say('from b')
    b?.end()
    c?.say('from c')
    c?.end()
    const sending = chat.app.sendMessage({ ...place, text: 'Who?', attach: [], modelIds: ['a', 'b', 'c'] })
    const { turnId, answerIds } = await sending
    a?.fail(new Error('SECRET FAILURE'))
    const view = await untilEnded(chat.app, chatId, sending)
    expect(view.turns[0]?.answers.map(({ modelId, status, text }) => [modelId, status, text])).toEqual([
      ['a', 'failed', ''],
      ['b', 'complete', 'from b'],
      ['c', 'complete', 'from c'],
    ])
    // The first completed in the order of the list continues.
    expect(view.turns[0]?.answer.modelId).toBe('b')
    const inspections = await Promise.all(
      answerIds.map((answerId) => chat.app.inspectTurn({ ...place, turn: turnId, answerId })),
    )
    expect(new Set(inspections.map(({ contentHash }) => contentHash)).size).toBe(1)
    a?.end()
    await chat.ask(chatId, 'Next?', [], 'a')
    expect(JSON.stringify(a?.asked.at(-1))).toContain('from b')
    expect(JSON.stringify(a?.asked.at(-1))).not.toContain('from c')
    expect(JSON.stringify(a?.asked.at(-1))).not.toContain('SECRET FAILURE')
  })

  test('a chosen answer continues, in mid-thread on a new branch', async () => {
    const { models, place, chatId } = await begin('a', 'b')
    const [a, b] = models
    for (const [model, text] of [
      [a, 'from a'],
      [b, 'from b'],
    ] as const) {
      model?.say(text)
      model?.end()
    }
    const sending = chat.app.sendMessage({ ...place, text: 'Who?', attach: [], modelIds: ['a', 'b'] })
    const first = await untilEnded(chat.app, chatId, sending)
    const [fromA, fromB] = first.turns[0]?.answers ?? []
    a?.end()
    await chat.ask(chatId, 'On?', [], 'a')
    const chosen = await chat.app.chooseAnswer({ ...place, answerId: fromB?.id ?? '' })
    expect(chosen.turns).toHaveLength(1)
    expect(chosen.turns[0]?.answer.id).toBe(fromB?.id)
    a?.say('yes')
    a?.end()
    await chat.ask(chatId, 'On with b?', [], 'a')
    expect(JSON.stringify(a?.asked.at(-1))).toContain('from b')
    expect(JSON.stringify(a?.asked.at(-1))).not.toContain('from a')
    const back = await chat.app.chooseAnswer({ ...place, answerId: fromA?.id ?? '' })
    expect(back.turns.map(({ text }) => text)).toEqual(['Who?', 'On?'])
    expect(back.turns[1]?.siblings).toHaveLength(1)
  })

  test('if all fail, the chat says so, continues, and each can be retried', async () => {
    const { models, place, chatId } = await begin('a', 'b')
    const [a, b] = models
    a?.fail(new Error('no a'))
    b?.fail(new Error('no b'))
    const sending = chat.app.sendMessage({ ...place, text: 'Who?', attach: [], modelIds: ['a', 'b'] })
    const failed = await untilEnded(chat.app, chatId, sending)
    const turnId = failed.turns[0]?.id ?? ''
    expect(failed.turns[0]?.answers.map(({ status }) => status)).toEqual(['failed', 'failed'])
    b?.say('now it works')
    b?.end()
    const again = chat.app.regenerateAnswer({ ...place, turnId, modelIds: ['b'] })
    const view = await untilEnded(chat.app, chatId, again)
    expect(view.turns[0]?.answer).toMatchObject({ modelId: 'b', text: 'now it works' })
    expect(b?.asked.at(-1)).toEqual(b?.asked.at(0))
    a?.end()
    await chat.ask(chatId, 'On?', [], 'a')
    expect(JSON.stringify(a?.asked.at(-1))).toContain('now it works')
  })

  test('refuses no model, duplicates, and too many', async () => {
    const { models, place, chatId } = await begin('a')
    models[0]?.end()
    const { id: turnId } = await chat.ask(chatId, 'Who?')
    models[0]?.end()
    const twice = chat.app.regenerateAnswer({ ...place, turnId, modelIds: ['a', 'a'] })
    expect((await untilEnded(chat.app, chatId, twice)).turns[0]?.answers).toHaveLength(2)
    models[0]?.end()
    const none = chat.app.regenerateAnswer({ ...place, turnId, modelIds: [] })
    expect((await untilEnded(chat.app, chatId, none)).turns[0]?.answers).toHaveLength(3)
    const modelIds = Array.from({ length: 9 }, (_, index) => `m${index}`)
    await expect(chat.app.regenerateAnswer({ ...place, turnId, modelIds })).rejects.toMatchObject({
      code: 'message-invalid',
    })
  })
})
