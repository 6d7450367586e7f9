import { describe, expect, test } from 'vitest'
import { addWorkspaces, ask, chat } from './here.ts'
import type { MakePlace } from './place.ts'

const SEALED = new Uint8Array([1, 2, 3])

/** Whether anything is stored that only a master key opens. */
export function sealedData(makePlace: MakePlace): void {
  describe('sealed data', () => {
    test('of every kind is known to be there, until it was taken away', async () => {
      const place = await makePlace()
      try {
        const store = await place.open()
        const here = { store }
        const isThere = (): Promise<boolean> => store.sealedData.isThere()
        const chatPlace = { workspaceId: 'one', conversationId: 'c' }
        const turn = { workspaceId: 'one', turnId: 'turn s' }
        const call = { ...turn, answerId: 'answer s', summary: {} }
        await addWorkspaces(store, ['one'])
        await chat(here, 'one', 'c')
        await store.commit([
          ...ask(here, 'one', 'c', 's'),
          store.calls.put({ ...call, number: 1, root: { at: 'plain' } }),
          store.redactions.put({ ...turn, sealed: new Uint8Array() }),
        ])
        expect(await isThere()).toBe(false)

        const key = { workspaceId: 'one', provider: 'openai' }
        await store.commit([store.sealedKeys.put({ ...key, sealed: SEALED, at: 0 })])
        expect(await isThere()).toBe(true)
        await store.commit([store.sealedKeys.remove(key)])
        expect(await isThere()).toBe(false)

        await store.commit([store.calls.put({ ...call, number: 2, root: SEALED })])
        expect(await isThere()).toBe(true)
        await store.commit([store.calls.drop({ ...chatPlace, at: 1 })])
        expect(await isThere()).toBe(false)

        const response = { status: 'complete' }
        await store.commit([store.calls.saveResponse({ ...call, number: 1, response, sealed: SEALED })])
        expect(await isThere()).toBe(true)
        const kept = await store.calls.responsesOf(call)
        expect([...kept]).toEqual([
          [1, { response, sealed: SEALED }],
          [2, undefined],
        ])
        await store.commit([store.calls.drop({ ...chatPlace, at: 1 })])
        expect(await isThere()).toBe(false)
        expect((await store.calls.responsesOf(call)).get(1)).toEqual({ response, sealed: undefined })

        const model = { modelId: 'm', modelName: 'M', requestHash: 'h', usage: undefined, error: undefined }
        const sideCall = { ...chatPlace, ...model, id: 's', turnId: undefined, purpose: 'title', at: 0 }
        await store.commit([store.sideCalls.insert({ ...sideCall, milliseconds: 1, sealed: SEALED })])
        expect(await isThere()).toBe(true)
        await store.commit([store.sideCalls.empty(chatPlace)])
        expect(await isThere()).toBe(false)

        await store.commit([store.redactions.put({ ...turn, sealed: SEALED })])
        expect(await isThere()).toBe(true)
      } finally {
        await place.remove()
      }
    })
  })
}
