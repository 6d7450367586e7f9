import { describe, expect, test } from 'vitest'
import { type Here } from './here.ts'

/** A batch happens as a whole or not at all, and batches follow each other. */
export function commits(here: Here): void {
  const workspace = (id: string) =>
    here.store.workspaces.insert({ id, name: id, kind: 'folder', root: '/r', createdAt: 0 })
  const set = (name: string, value: unknown) => here.store.settings.set('one', name, value)

  describe('commit', () => {
    test('a batch happens as a whole or not at all', async () => {
      await expect(here.store.commit([set('a', 1), workspace('one')])).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(await here.store.settings.get('one', 'a')).toBeUndefined()
      await here.store.commit([])
    })

    test('a write that touches other rows than promised is undone', async () => {
      const gone = { workspaceId: 'one', id: 'gone', title: 'x', titledBy: 'user' } as const
      await expect(
        here.store.commit([set('a', 1), here.store.conversations.rename(gone)]),
      ).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(await here.store.settings.get('one', 'a')).toBeUndefined()
    })

    test('batches made at the same time are kept in order, and one that fails does not touch the others', async () => {
      const all = Array.from({ length: 150 }, (_, index) =>
        here.store.commit(index % 3 === 1 ? [set('n', -1), workspace('one')] : [set('n', index)]),
      )
      const results = await Promise.allSettled(all)
      expect(results.map(({ status }) => status === 'fulfilled')).toEqual(
        all.map((_, index) => index % 3 !== 1),
      )
      expect(await here.store.settings.get('one', 'n')).toBe(149)
    })

    test('values of another kind than their column, or outside of its words, are a conflict', async () => {
      for (const sql of [
        `insert into workspaces (id, name, kind, created_at) values ('bad', 'x', 'folder', 'not a number')`,
        `insert into workspaces (id, name, kind, created_at) values ('bad', 'x', 'other', 1)`,
        `insert into workspaces (id, name, kind, created_at) values ('bad', null, 'folder', 1)`,
        `insert into settings (workspace_id, name, value) values ('nowhere', 'x', '1')`,
      ])
        await expect(here.store.commit([{ sql, parameters: [] }])).rejects.toMatchObject({ code: 'conflict' })
    })

    test('a mistake in a statement is reported as one', async () => {
      const wrong = { sql: 'insert into nowhere values (1)', parameters: [] }
      await expect(here.store.commit([set('b', 1), wrong])).rejects.toMatchObject({ code: 'failed' })
      expect(await here.store.settings.get('one', 'b')).toBeUndefined()
    })

    test('a setting is replaced only as it was read', async () => {
      const { settings, commit } = here.store
      const change = async (value: unknown, before = settings.read('one', 'list')) =>
        commit([settings.replace('one', 'list', { before: await before, value })])
      const absent = settings.read('one', 'list')
      await absent
      await change([1])
      await expect(change([2], absent)).rejects.toMatchObject({ code: 'conflict' })
      const first = settings.read('one', 'list')
      await first
      await change([1, 2])
      await expect(change([3], first)).rejects.toMatchObject({ code: 'conflict' })
      expect(await settings.get('one', 'list')).toEqual([1, 2])
    })

    test('workspaces are listed by id, and settings are replaced', async () => {
      await here.store.commit([workspace('Zed'), workspace('ärger')])
      const ids = (await here.store.workspaces.list()).map(({ id }) => id)
      expect(ids).toEqual(['Zed', 'one', 'two', 'ärger'])
      expect(await here.store.workspaces.get('Zed')).toMatchObject({ kind: 'folder', root: '/r' })
      for (const value of [1, null, { deep: ['x', 1, null] }]) {
        await here.store.commit([set('value', value)])
        expect(await here.store.settings.get('one', 'value')).toEqual(value)
      }
    })
  })
}
