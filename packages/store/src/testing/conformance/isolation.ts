import { describe, expect, test } from 'vitest'
import { ask, chat, END, type Here, OBJECT } from './here.ts'
import { plainTurn } from '../plain-turn.ts'

export const SIDE_CALL = {
  id: 'side mine',
  conversationId: 'mine',
  turnId: 'turn mine',
  purpose: 'judge',
  modelId: 'm',
  modelName: 'M',
  at: 1,
  milliseconds: 2,
  error: undefined,
  requestHash: 'h',
  usage: { input: 1, costUSD: 0.5 },
  sealed: new Uint8Array([8]),
} as const

/** No id of one workspace reaches into another. */
export function isolation(here: Here): void {
  describe('isolation', () => {
    test('an id of one workspace finds and changes nothing from another', async () => {
      await chat(here, 'one', 'mine')
      await here.store.commit(ask(here, 'one', 'mine', 'mine'))
      const turn = { workspaceId: 'one', turnId: 'turn mine' }
      const call = { answerId: 'answer mine', number: 1 }
      await here.store.commit([
        here.store.engineStates.put({ ...turn, stage: 'asked', root: {} }),
        here.store.calls.put({ ...turn, ...call, summary: {}, root: {} }),
        here.store.choices.put({ ...turn, answerId: 'answer mine' }),
        here.store.redactions.put({ ...turn, sealed: new Uint8Array([7]) }),
        here.store.sideCalls.insert({ ...SIDE_CALL, workspaceId: 'one' }),
        here.store.objects.put('one', 'h', 'text'),
        here.store.forgets.add({ workspaceId: 'one', conversationId: 'mine', key: 'k' }),
        here.store.requests.put({ workspaceId: 'one', key: 'k', fingerprint: 'f', response: 1, at: 1 }),
        here.store.settings.set('one', 'name', 1),
      ])
      await here.store.commit([
        here.store.wireCaches.put({ workspaceId: 'one', conversationId: 'mine', modelId: 'm' }, {}),
        here.store.cacheObjects.put({ ...OBJECT, workspaceId: 'one', conversationId: 'mine' }),
      ])
      expect(
        await here.store.wireCaches.get({ workspaceId: 'two', conversationId: 'mine', modelId: 'm' }),
      ).toBeUndefined()
      expect(await here.store.cacheObjects.list('two', 'mine')).toEqual([])
      expect(await here.store.conversations.get({ workspaceId: 'two', id: 'mine' })).toBeUndefined()
      expect(await here.store.turns.get({ workspaceId: 'two', id: 'turn mine' })).toBeUndefined()
      expect(await here.store.turns.list('two', 'mine')).toEqual([])
      expect(await here.store.answers.get({ workspaceId: 'two', id: 'answer mine' })).toBeUndefined()
      expect(await here.store.answers.list('two', 'mine')).toEqual([])
      expect(await here.store.engineStates.ofTurn({ ...turn, workspaceId: 'two' })).toBeUndefined()
      expect(await here.store.calls.get({ ...call, workspaceId: 'two' })).toBeUndefined()
      expect(await here.store.calls.ofTurns('two', ['turn mine'])).toEqual([])
      expect(await here.store.turns.branch({ workspaceId: 'two', headId: 'turn mine' })).toEqual([])
      expect(
        await here.store.turns.following({ workspaceId: 'two', conversationId: 'mine' }, [null]),
      ).toEqual([])
      expect(await here.store.redactions.get({ ...turn, workspaceId: 'two' })).toBeUndefined()
      expect([...((await here.store.redactions.get(turn)) ?? [])]).toEqual([7])
      const sideChat = { workspaceId: 'one', conversationId: 'mine' }
      const others = { ...sideChat, workspaceId: 'two' }
      const asked = { purpose: 'judge', turnIds: ['turn mine'] }
      expect(await here.store.sideCalls.ofChat(others)).toEqual([])
      expect(await here.store.sideCalls.newest({ ...others, ...asked })).toEqual([])
      expect(await here.store.sideCalls.ofTurns({ ...others, turnIds: asked.turnIds })).toEqual([])
      expect(await here.store.sideCalls.get({ workspaceId: 'two', id: SIDE_CALL.id })).toBeUndefined()
      const { sealed: _, ...summary } = SIDE_CALL
      expect(await here.store.sideCalls.ofTurns({ ...sideChat, turnIds: asked.turnIds })).toEqual([
        { ...summary, workspaceId: 'one' },
      ])
      await here.store.commit([here.store.sideCalls.empty(others)])
      const [side] = await here.store.sideCalls.newest({ ...sideChat, ...asked })
      expect({ ...side, sealed: [...(side?.sealed ?? [])] }).toEqual({
        ...SIDE_CALL,
        workspaceId: 'one',
        sealed: [8],
      })
      const other = { id: SIDE_CALL.id, sealed: new Uint8Array([9]) }
      await here.store.commit([here.store.sideCalls.reseal({ ...other, workspaceId: 'one' })])
      const resealed = await here.store.sideCalls.get({ workspaceId: 'one', id: SIDE_CALL.id })
      expect([...(resealed?.sealed ?? [])]).toEqual([9])
      await here.store.commit([here.store.calls.drop({ ...others, at: 5 })])
      expect(await here.store.calls.get({ ...call, workspaceId: 'one' })).toEqual({})
      await here.store.commit([here.store.calls.drop({ ...sideChat, at: 5 })])
      expect(await here.store.calls.get({ ...call, workspaceId: 'one' })).toEqual({ droppedAt: 5 })
      expect(await here.store.calls.ofTurns('one', ['turn mine'])).toMatchObject([{ summary: {} }])
      await here.store.commit([here.store.sideCalls.empty(sideChat)])
      expect(await here.store.sideCalls.ofChat(sideChat)).toMatchObject([{ sealed: undefined }])
      expect((await here.store.choices.ofTurns('two', ['turn mine'])).size).toBe(0)
      expect(await here.store.answers.ofTurns('two', ['turn mine'])).toEqual([])
      expect(await here.store.answers.ofTurn('two', 'turn mine')).toEqual([])
      expect((await here.store.objects.getMany('two', ['h'])).size).toBe(0)
      expect(await here.store.forgets.list('two', 'mine')).toEqual([])
      expect(await here.store.requests.get('two', 'k')).toBeUndefined()
      expect(await here.store.settings.get('two', 'name')).toBeUndefined()
      for (const write of [
        here.store.conversations.rename({ workspaceId: 'two', id: 'mine', title: 'x', titledBy: 'user' }),
        here.store.conversations.trash({ workspaceId: 'two', id: 'mine', at: 1 }),
        here.store.conversations.configure({ workspaceId: 'two', id: 'mine', settings: {} }),
        here.store.wireCaches.put({ workspaceId: 'two', conversationId: 'mine', modelId: 'm' }, {}),
        here.store.cacheObjects.put({ ...OBJECT, workspaceId: 'two', conversationId: 'mine' }),
        here.store.calls.correct({ ...call, workspaceId: 'two', summary: {}, root: {} }),
        here.store.sideCalls.reseal({ ...other, workspaceId: 'two' }),
        here.store.choices.put({ ...turn, workspaceId: 'two', answerId: 'answer mine' }),
        here.store.conversations.showBranch({ workspaceId: 'two', id: 'mine', headTurnId: 'turn mine' }),
        here.store.conversations.pin({ workspaceId: 'two', id: 'mine', at: 1 }),
        here.store.conversations.archive({ workspaceId: 'two', id: 'mine', at: 1 }),
        here.store.conversations.tag({ workspaceId: 'two', id: 'mine', tags: ['x'] }),
        here.store.conversations.restore({ workspaceId: 'two', id: 'mine' }),
        ...here.store.conversations.erase({ workspaceId: 'two', id: 'mine' }).slice(-1),
        here.store.turns.append(
          plainTurn({
            workspaceId: 'two',
            conversationId: 'mine',
            id: 'f',
            number: 1,
            at: 1,
            text: '',
            attach: [],
          }),
        ),
        here.store.answers.appendText({ workspaceId: 'two', id: 'answer mine' }, 'x'),
        here.store.answers.finish({ workspaceId: 'two', id: 'answer mine' }, END),
        here.store.answers.reviseSteps({ workspaceId: 'two', id: 'answer mine' }, [], []),
        here.store.engineStates.put({ workspaceId: 'two', turnId: 'turn mine', stage: 'answered', root: {} }),
        here.store.forgets.add({ workspaceId: 'two', conversationId: 'mine', key: 'x' }),
      ])
        await expect(here.store.commit([write])).rejects.toMatchObject({ code: 'conflict' })
    })
  })
}
