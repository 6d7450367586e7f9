import { describe, expect, test } from 'vitest'
import { ask, chat, END, type Here, OBJECT } from './here.ts'

/** What is kept of models and for them. */
export function modelKnowledge(here: Here): void {
  describe('what is known of models', () => {
    test('settings of a chat, settings and failure of an answer, caches: each is replaced by the next', async () => {
      await chat(here, 'one', 'settings')
      const place = { workspaceId: 'one', id: 'settings' }
      const settings = { temperature: 0.5 }
      expect(await here.store.conversations.get(place)).toMatchObject({ settings: {} })
      await here.store.commit([here.store.conversations.configure({ ...place, settings })])
      expect(await here.store.conversations.get(place)).toMatchObject({ settings })
      const [turn, answer] = ask(here, 'one', 'settings', 'settings')
      await here.store.commit([turn, answer].filter((write) => write !== undefined))
      const failed = { ...END, status: 'failed', error: 'No.', errorCode: 'cut' } as const
      const ended = { workspaceId: 'one', id: 'answer settings' }
      await here.store.commit([here.store.answers.finish(ended, failed)])
      expect(await here.store.answers.get(ended)).toMatchObject({ errorCode: 'cut', settings: undefined })

      const cache = { workspaceId: 'one', conversationId: 'settings', modelId: 'm' }
      for (const memory of [{ marks: [1] }, { marks: [2] }])
        await here.store.commit([here.store.wireCaches.put(cache, memory)])
      expect(await here.store.wireCaches.get(cache)).toEqual({ marks: [2] })
      const own = { ...OBJECT, workspaceId: 'one', conversationId: 'settings' }
      for (const expiresAt of [5, 6])
        await here.store.commit([here.store.cacheObjects.put({ ...own, expiresAt })])
      expect(await here.store.cacheObjects.list('one', 'settings')).toEqual([{ ...own, expiresAt: 6 }])
      await here.store.commit([here.store.cacheObjects.remove(own)])
      expect(await here.store.cacheObjects.list('one', 'settings')).toEqual([])
    })

    test('a call is corrected only where there is one', async () => {
      const call = { workspaceId: 'one', answerId: 'answer settings', number: 1, summary: 1, root: 2 }
      await expect(here.store.commit([here.store.calls.correct(call)])).rejects.toMatchObject({
        code: 'conflict',
      })
      await here.store.commit([here.store.calls.put({ ...call, turnId: 'turn settings' })])
      await here.store.commit([here.store.calls.correct({ ...call, root: 3 })])
      expect(await here.store.calls.get(call)).toBe(3)
      const sealed = new Uint8Array([0, 255, 7])
      await here.store.commit([here.store.calls.correct({ ...call, root: sealed })])
      const found = await here.store.calls.get(call)
      expect(found instanceof Uint8Array && [...found]).toEqual([0, 255, 7])
      await here.store.commit([here.store.calls.correct({ ...call, root: 4 })])
      expect(await here.store.calls.get(call)).toBe(4)
    })

    test('a page of a call is kept once, in its workspace', async () => {
      const { callPages } = here.store
      await here.store.commit([1, 2].map((byte) => callPages.put('one', 'page', new Uint8Array([byte]))))
      const pages = await callPages.getMany('one', ['page', 'none'])
      expect([...pages].map(([hash, sealed]) => [hash, ...sealed])).toEqual([['page', 1]])
      expect([...(await callPages.lacking('one', ['page', 'none'])).missing]).toEqual(['none'])
      expect([...(await callPages.lacking('two', ['page'])).missing]).toEqual(['page'])
      expect((await callPages.getMany('two', ['page'])).size).toBe(0)
    })

    test('calls are found by answer, by turn, and the last one by model and chat', async () => {
      await chat(here, 'one', 'plans')
      for (const [index, name] of ['p1', 'p2'].entries()) {
        await here.store.commit(ask(here, 'one', 'plans', name, index + 1))
        await here.store.commit([
          here.store.answers.finish({ workspaceId: 'one', id: `answer ${name}` }, END),
        ])
        for (const number of [1, 2]) {
          const call = { workspaceId: 'one', answerId: `answer ${name}`, number, turnId: `turn ${name}` }
          await here.store.commit([here.store.calls.put({ ...call, summary: `${name} ${number}`, root: {} })])
        }
      }
      const chatOf = { workspaceId: 'one', conversationId: 'plans' }
      expect(await here.store.calls.last({ ...chatOf, modelId: 'm' })).toEqual({
        summary: 'p2 2',
        response: undefined,
      })
      expect(await here.store.calls.last({ ...chatOf, modelId: 'other' })).toBeUndefined()
      const summaries = await here.store.calls.ofTurns('one', ['turn p1', 'turn p2'])
      expect(summaries.map(({ summary }) => summary)).toEqual(['p1 1', 'p1 2', 'p2 1', 'p2 2'])
      expect(await here.store.calls.ofTurns('one', [])).toEqual([])
    })

    test('the last calls of a model in a chat come oldest first', async () => {
      await chat(here, 'one', 'times')
      const turn = { workspaceId: 'one', conversationId: 'times' }
      await here.store.commit(ask(here, 'one', 'times', 'times'))
      for (const startedAt of [30, 10, 20])
        await here.store.commit([
          here.store.answers.insert({
            ...turn,
            turnId: 'turn times',
            id: `at ${startedAt}`,
            modelId: 'other',
            modelName: 'O',
            startedAt,
            settings: { temperature: 0 },
          }),
        ])
      expect(await here.store.answers.startTimes({ ...turn, modelId: 'other' }, 2)).toEqual([20, 30])
      const answers = await here.store.answers.ofTurn('one', 'turn times')
      expect(answers.map(({ id }) => id)).toEqual(['answer times', 'at 10', 'at 20', 'at 30'])
      expect(answers[1]).toMatchObject({ settings: { temperature: 0 }, usage: undefined, endedAt: undefined })
      expect(await here.store.answers.list('one', 'times')).toEqual(answers)
    })

    test('several settings are read at once, without those that are not there or of another workspace', async () => {
      const { settings, commit } = here.store
      await commit([settings.set('one', 'some a', { is: 1 }), settings.set('one', 'some b', [2])])
      await commit([settings.set('two', 'some c', 3)])
      const found = await settings.some('one', ['some b', 'some a', 'some c', 'none'])
      expect(Object.fromEntries(found)).toEqual({ 'some a': { is: 1 }, 'some b': [2] })
    })

    test('what is to be forgotten is listed in order, once, until it is taken back', async () => {
      await chat(here, 'one', 'forgets')
      const forget = (key: string) => ({ workspaceId: 'one', conversationId: 'forgets', key })
      for (const key of ['é', 'b', 'a', 'B', 'b', '_', '🌊'])
        await here.store.commit([here.store.forgets.add(forget(key))])
      await here.store.commit([
        here.store.forgets.remove(forget('a')),
        here.store.forgets.remove(forget('none')),
      ])
      expect(await here.store.forgets.list('one', 'forgets')).toEqual(['B', '_', 'b', 'é', '🌊'])
    })

    test('a wish for the next turn is one for each key, the last one, until it is taken back', async () => {
      await chat(here, 'one', 'chat')
      await chat(here, 'two', 'chat')
      const about = (key: string) => ({ workspaceId: 'one', conversationId: 'chat', key })
      const { pendingOptions } = here.store
      await here.store.commit([
        pendingOptions.put(about('é'), 'optional'),
        pendingOptions.put(about(''), 'compact'),
      ])
      await here.store.commit([
        pendingOptions.put(about('é'), 'essential'),
        pendingOptions.put(about('B'), 'optional'),
      ])
      await here.store.commit([pendingOptions.remove(about('B')), pendingOptions.remove(about('none'))])
      expect(await pendingOptions.list('one', 'chat')).toEqual([
        { key: '', wish: 'compact' },
        { key: 'é', wish: 'essential' },
      ])
      const { forgets } = here.store
      await here.store.commit([forgets.add(about('é')), forgets.add(about('Z')), forgets.add(about(''))])
      expect(await pendingOptions.waiting('one', 'chat')).toEqual({
        pendingOptions: await pendingOptions.list('one', 'chat'),
        forgets: await forgets.list('one', 'chat'),
      })
      expect(await pendingOptions.waiting('two', 'chat')).toEqual({ pendingOptions: [], forgets: [] })
      expect(await pendingOptions.list('two', 'chat')).toEqual([])
      const nowhere = { workspaceId: 'two', conversationId: 'of one', key: 'x' }
      await expect(here.store.commit([pendingOptions.put(nowhere, 'optional')])).rejects.toMatchObject({
        code: 'conflict',
      })
    })

    test('a request is kept with its answer, once', async () => {
      const request = { workspaceId: 'one', key: 'same', fingerprint: 'f', response: { id: 1 }, at: 1 }
      await here.store.commit([here.store.requests.put(request)])
      await expect(here.store.commit([here.store.requests.put(request)])).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(await here.store.requests.get('one', 'same')).toEqual({ fingerprint: 'f', response: { id: 1 } })
    })
  })
}
