import { describe, expect, test } from 'vitest'
import { addWorkspaces, ask, chat, END } from './here.ts'
import type { MakePlace } from './place.ts'

/** Acknowledged writes survive closing and opening again. */
export function reopening(makePlace: MakePlace): void {
  describe('closing and opening', () => {
    test('waits for what was accepted, refuses what comes after, keeps what was acknowledged', async () => {
      const place = await makePlace()
      try {
        const store = await place.open()
        await addWorkspaces(store, ['w'])
        const accepted = store.commit([store.settings.set('w', 'a', { deep: ['x', 1, null] })])
        const closing = store.close()
        await expect(store.commit([store.settings.set('w', 'a', 2)])).rejects.toMatchObject({
          code: 'closed',
        })
        await accepted
        await closing
        await store.close()
        const again = await place.open()
        expect(await again.settings.get('w', 'a')).toEqual({ deep: ['x', 1, null] })
      } finally {
        await place.remove()
      }
    })

    test('an answer that was being written is interrupted, with what came; ended ones are left', async () => {
      const place = await makePlace()
      try {
        const store = await place.open()
        await addWorkspaces(store, ['w'])
        await chat({ store }, 'w', 'c')
        await store.commit(ask({ store }, 'w', 'c', 'one'))
        await store.commit([store.answers.finish({ workspaceId: 'w', id: 'answer one' }, END)])
        await store.commit(ask({ store }, 'w', 'c', 'two', 2))
        await store.commit([store.answers.appendText({ workspaceId: 'w', id: 'answer two' }, 'so far')])
        await store.close()
        const again = await place.open({ now: 77 })
        const [one, two] = await again.answers.list('w', 'c')
        expect(one).toMatchObject({ status: 'complete', endedAt: 9 })
        expect(two).toMatchObject({ status: 'interrupted', text: 'so far', endedAt: 77 })
      } finally {
        await place.remove()
      }
    })
  })
}
