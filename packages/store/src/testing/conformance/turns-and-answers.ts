import { describe, expect, test } from 'vitest'
import { ask, chat, END, type Here } from './here.ts'
import { plainTurn } from '../plain-turn.ts'

/** The log of a chat: order, conflicts, ends. */
export function turnsAndAnswers(here: Here): void {
  describe('turns and answers', () => {
    test('turns are numbered in order of arrival, whatever the clock says', async () => {
      await chat(here, 'one', 'numbers')
      for (const [index, at] of [300, 100, 200].entries()) {
        const turn = { workspaceId: 'one', conversationId: 'numbers', text: '', attach: [] }
        await here.store.commit([
          here.store.turns.append(plainTurn({ ...turn, id: `n${index}`, number: index + 1, at })),
        ])
      }
      const turns = await here.store.turns.list('one', 'numbers')
      expect(turns.map(({ id, number }) => [id, number])).toEqual([
        ['n0', 1],
        ['n1', 2],
        ['n2', 3],
      ])
    })

    test('a second message while an answer streams is a conflict, also from another tab', async () => {
      await chat(here, 'one', 'tabs')
      await here.store.commit(ask(here, 'one', 'tabs', 'tab1'))
      await expect(here.store.commit(ask(here, 'one', 'tabs', 'tab2', 2))).rejects.toMatchObject({
        code: 'conflict',
      })
      await here.store.commit([here.store.answers.finish({ workspaceId: 'one', id: 'answer tab1' }, END)])
      await here.store.commit(ask(here, 'one', 'tabs', 'tab2', 2))
      expect(await here.store.turns.list('one', 'tabs')).toHaveLength(2)
    })

    test('a message that was planned after another last turn is a conflict', async () => {
      await chat(here, 'one', 'stale')
      const turn = { workspaceId: 'one', conversationId: 'stale', at: 1, text: '', attach: [] }
      await here.store.commit([here.store.turns.append(plainTurn({ ...turn, id: 'stale 1', number: 1 }))])
      for (const number of [1, 3, 0])
        await expect(
          here.store.commit([here.store.turns.append(plainTurn({ ...turn, id: 'stale 2', number }))]),
        ).rejects.toMatchObject({
          code: 'conflict',
        })
      expect(await here.store.turns.lastSequence('one', 'stale')).toBe(1)
      expect(await here.store.turns.latest(turn)).toMatchObject({ id: 'stale 1', sequence: 1 })
    })

    test('checkpoints add up, and an answer ends once', async () => {
      await chat(here, 'one', 'ends')
      await here.store.commit(ask(here, 'one', 'ends', 'ends'))
      const answer = { workspaceId: 'one', id: 'answer ends' }
      await here.store.commit([here.store.answers.appendText(answer, 'so\0 ')])
      await here.store.commit([here.store.answers.appendText(answer, 'far 🌊')])
      expect(await here.store.answers.get(answer)).toMatchObject({ status: 'streaming', text: 'so\0 far 🌊' })
      await here.store.commit([here.store.answers.finish(answer, END)])
      await expect(here.store.commit([here.store.answers.finish(answer, END)])).rejects.toMatchObject({
        code: 'conflict',
      })
      await expect(here.store.commit([here.store.answers.appendText(answer, 'x')])).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(await here.store.answers.get(answer)).toMatchObject({
        status: 'complete',
        text: 'all',
        sources: END.sources,
        endedAt: 9,
      })
    })

    test('a turn is never changed', async () => {
      const update = { sql: `update turns set text = 'other'`, parameters: [] }
      await expect(here.store.commit([update])).rejects.toMatchObject({ code: 'conflict' })
    })
  })

  describe('conversations', () => {
    test('are named, and known as foreign where they are not', async () => {
      const place = { workspaceId: 'two', id: 'named' }
      await chat(here, 'two', 'named')
      expect(await here.store.conversations.get(place)).toEqual({
        ...place,
        title: 'chat named',
        titledBy: 'default',
        createdAt: 5,
        updatedAt: 5,
        answering: false,
        settings: {},
        headTurnId: undefined,
        pinnedAt: undefined,
        archivedAt: undefined,
        trashedAt: undefined,
        tags: [],
      })
      await here.store.commit([
        here.store.conversations.rename({ ...place, title: 'Ours', titledBy: 'user' }),
      ])
      expect(await here.store.conversations.get(place)).toMatchObject({ title: 'Ours', titledBy: 'user' })
      expect(await here.store.conversations.isForeign(place)).toBe(false)
      expect(await here.store.conversations.isForeign({ ...place, workspaceId: 'one' })).toBe(true)
      await here.store.commit([here.store.conversations.trash({ ...place, at: 6 })])
    })

    test('are in order of use by a counter; one in the trash is gone from lists and takes no turn', async () => {
      for (const id of ['x', 'y', 'z']) await chat(here, 'two', id)
      await here.store.commit([here.store.conversations.touch({ workspaceId: 'two', id: 'x', at: 1 })])
      await here.store.commit([here.store.conversations.trash({ workspaceId: 'two', id: 'y', at: 2 })])
      expect((await here.store.conversations.list('two')).map((record) => record.id)).toEqual(['x', 'z'])
      expect(await here.store.conversations.get({ workspaceId: 'two', id: 'y' })).toBeUndefined()
      await expect(here.store.commit(ask(here, 'two', 'y', 'trash'))).rejects.toMatchObject({
        code: 'conflict',
      })
    })

    test('say whether an answer is being written', async () => {
      await chat(here, 'two', 'busy')
      await here.store.commit(ask(here, 'two', 'busy', 'busy'))
      expect(await here.store.conversations.get({ workspaceId: 'two', id: 'busy' })).toMatchObject({
        answering: true,
      })
      await here.store.commit([here.store.answers.finish({ workspaceId: 'two', id: 'answer busy' }, END)])
      expect(await here.store.conversations.get({ workspaceId: 'two', id: 'busy' })).toMatchObject({
        answering: false,
      })
    })
  })

  describe('engine states', () => {
    test('there is one of each turn; answered takes the place of asked', async () => {
      await chat(here, 'one', 'states')
      for (const [index, name] of ['s1', 's2', 's3'].entries()) {
        await here.store.commit(ask(here, 'one', 'states', name, index + 1))
        await here.store.commit([
          here.store.answers.finish({ workspaceId: 'one', id: `answer ${name}` }, END),
        ])
      }
      const ofTurn = (name: string) =>
        here.store.engineStates.ofTurn({ workspaceId: 'one', turnId: `turn ${name}` })
      const put = (name: string, stage: 'asked' | 'answered') =>
        here.store.commit([
          here.store.engineStates.put({ workspaceId: 'one', turnId: `turn ${name}`, stage, root: { name } }),
        ])
      await put('s2', 'asked')
      expect(await ofTurn('s2')).toMatchObject({ turnNumber: 2, stage: 'asked' })
      await put('s1', 'answered')
      await put('s2', 'answered')
      expect(await ofTurn('s2')).toMatchObject({ stage: 'answered', root: { name: 's2' } })
      expect(await ofTurn('s1')).toMatchObject({ turnNumber: 1, root: { name: 's1' } })
      expect(await ofTurn('s3')).toBeUndefined()
    })
  })
}
