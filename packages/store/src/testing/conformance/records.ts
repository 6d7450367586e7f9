import { describe, expect, test } from 'vitest'
import type { Here } from './here.ts'

/** Keys, the audit log, and what calls cost. */
export function records(here: Here): void {
  describe('sealed keys', () => {
    test('are bytes by provider, listed without them', async () => {
      const { sealedKeys } = here.store
      const key = { workspaceId: 'one', provider: 'p', sealed: new Uint8Array([0, 1, 255]), at: 1 }
      await here.store.commit([sealedKeys.put(key), sealedKeys.put({ ...key, provider: 'a' })])
      await here.store.commit([sealedKeys.put({ ...key, sealed: new Uint8Array([7]), at: 2 })])
      expect(await sealedKeys.get(key)).toEqual(new Uint8Array([7]))
      expect(await sealedKeys.get({ ...key, workspaceId: 'two' })).toBeUndefined()
      expect((await sealedKeys.list('one')).map((listed) => ({ ...listed }))).toEqual([
        { provider: 'a', at: 1 },
        { provider: 'p', at: 2 },
      ])
      await here.store.commit([sealedKeys.remove(key)])
      expect(await sealedKeys.get(key)).toBeUndefined()
    })
  })

  describe('API keys', () => {
    const key = {
      workspaceId: 'one',
      id: 'k',
      name: 'K',
      hash: 'h',
      hint: '1234',
      scope: { a: 1 },
      createdAt: 1,
    }

    test('are found by their hash alone, used, spent from and revoked once', async () => {
      const { apiKeys } = here.store
      await here.store.commit([apiKeys.insert(key)])
      const fresh = { ...key, usedAt: undefined, revokedAt: undefined, spentUSD: 0 }
      expect(await apiKeys.find('h')).toEqual(fresh)
      expect(await apiKeys.find('H')).toBeUndefined()
      for (const costUSD of [0.1, 0.2]) await here.store.commit([apiKeys.spend(key, costUSD)])
      await here.store.commit([apiKeys.use(key, 5), apiKeys.use(key, 4)])
      expect(await apiKeys.list('one')).toEqual([{ ...fresh, usedAt: 5, spentUSD: 0.3 }])
      expect(await apiKeys.list('two')).toEqual([])
      await expect(
        here.store.commit([apiKeys.revoke({ ...key, workspaceId: 'two' }, 6)]),
      ).rejects.toMatchObject({
        code: 'conflict',
      })
      await here.store.commit([apiKeys.revoke(key, 6)])
      await expect(here.store.commit([apiKeys.revoke(key, 7)])).rejects.toMatchObject({ code: 'conflict' })
      expect(await apiKeys.find('h')).toMatchObject({ revokedAt: 6, spentUSD: 0.3 })
    })

    test('two of one hash are refused', async () => {
      const again = here.store.apiKeys.insert({ ...key, id: 'other' })
      await expect(here.store.commit([again])).rejects.toMatchObject({ code: 'conflict' })
    })
  })

  describe('audit', () => {
    test('counts from 1 in each workspace, and is never changed or deleted', async () => {
      const { audit } = here.store
      const record = { at: 5, actor: undefined, action: 'key-stored', detail: { provider: 'p' } }
      for (const workspaceId of ['one', 'two', 'one'])
        await here.store.commit([
          audit.append({ ...record, workspaceId }),
          audit.append({ ...record, workspaceId }),
        ])
      const all = await audit.list('one', { after: 0, most: 100 })
      expect(all.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
      expect(all[0]).toEqual({ ...record, workspaceId: 'one', sequence: 1 })
      expect((await audit.list('one', { after: 1, most: 2 })).map(({ sequence }) => sequence)).toEqual([2, 3])
      expect(await audit.list('two', { after: 0, most: 100 })).toHaveLength(2)
      for (const sql of [`update audit set action = 'nothing'`, 'delete from audit'])
        await expect(here.store.commit([{ sql, parameters: [] }])).rejects.toMatchObject({ code: 'conflict' })
    })
  })

  describe('usage', () => {
    test('sums are exact, by model and span, and a call counts once', async () => {
      const { usage } = here.store
      const call = {
        workspaceId: 'one',
        userId: undefined,
        conversationId: 'c',
        modelId: 'm',
        cached: 1,
        written: 0,
      }
      const calls = Array.from({ length: 30 }, (_, index) => ({
        ...call,
        id: `call ${index}`,
        at: index,
        modelId: index % 3 === 0 ? 'a' : 'b',
        input: 2 ** 40,
        output: index,
        costUSD: 0.1,
      }))
      await here.store.commit(calls.map((each) => usage.insert(each)))
      const [again] = calls
      if (again)
        await expect(here.store.commit([usage.insert(again)])).rejects.toMatchObject({ code: 'conflict' })
      expect(await usage.get({ workspaceId: 'one', id: 'call 0' })).toEqual(again)
      expect(await usage.get({ workspaceId: 'two', id: 'call 0' })).toBeUndefined()
      const sums = (await usage.sums('one', { from: 0, until: 15 })).map((sum) => ({ ...sum }))
      expect(sums).toEqual([
        { modelId: 'a', calls: 5, input: 5 * 2 ** 40, cached: 5, written: 0, output: 30, costUSD: 0.5 },
        { modelId: 'b', calls: 10, input: 10 * 2 ** 40, cached: 10, written: 0, output: 75, costUSD: 1 },
      ])
      expect(await usage.sums('two', { from: 0, until: 15 })).toEqual([])
    })
  })
}
