import { describe, expect, test } from 'vitest'
import type { Here } from './here.ts'

/** Who works here, what it cost, what is to be done. */
export function team(here: Here): void {
  describe('users and memberships', () => {
    test('a name belongs to one user, who can be disabled once', async () => {
      const ada = { id: 'ada', name: 'Ada', createdAt: 1 }
      await here.store.commit([here.store.users.insert(ada)])
      for (const write of [
        here.store.users.insert({ ...ada, id: 'other' }),
        here.store.users.insert({ ...ada, name: 'other' }),
        here.store.users.disable('nobody', 1),
      ])
        await expect(here.store.commit([write])).rejects.toMatchObject({ code: 'conflict' })
      expect(await here.store.users.get('ada')).toEqual({ ...ada, disabledAt: undefined })
      await here.store.commit([here.store.users.disable('ada', 7)])
      expect(await here.store.users.byName('Ada')).toEqual({ ...ada, disabledAt: 7 })
      expect(await here.store.users.byName('ada')).toBeUndefined()
      await expect(here.store.commit([here.store.users.disable('ada', 8)])).rejects.toMatchObject({
        code: 'conflict',
      })
    })

    test('a role is replaced by the next, and is one in its workspace only', async () => {
      const { memberships, users } = here.store
      await here.store.commit([users.insert({ id: 'grace', name: 'Grace', createdAt: 1 })])
      const grace = { workspaceId: 'one', userId: 'grace', role: 'viewer', at: 2 } as const
      await here.store.commit([memberships.put(grace)])
      await here.store.commit([memberships.put({ ...grace, role: 'owner', at: 3 })])
      expect(await memberships.get(grace)).toEqual({ ...grace, role: 'owner', at: 3 })
      expect(await memberships.get({ ...grace, workspaceId: 'two' })).toBeUndefined()
      await here.store.commit([memberships.put({ ...grace, workspaceId: 'two' })])
      expect((await memberships.ofUser('grace')).map(({ role }) => role)).toEqual(['owner', 'viewer'])
      await here.store.commit([memberships.remove(grace)])
      expect(await memberships.ofWorkspace('one')).toEqual([])
      expect(await memberships.ofWorkspace('two')).toHaveLength(1)
      const stranger = { ...grace, userId: 'stranger' }
      await expect(here.store.commit([memberships.put(stranger)])).rejects.toMatchObject({ code: 'conflict' })
    })
  })

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

  describe('jobs', () => {
    const job = { workspaceId: 'one', id: 'j', kind: 'index', payload: { path: 'a' }, runAfter: 10 }
    const due = async (now: number) =>
      (await here.store.jobs.due(now, 10)).filter(({ id }) => id === 'j' || id === 'late').map(({ id }) => id)

    test('an attempt is started by one, ended by the one that started last, and due again when lost', async () => {
      const { jobs } = here.store
      await here.store.commit([jobs.insert(job), jobs.insert({ ...job, id: 'late', runAfter: 20 })])
      expect(await due(9)).toEqual([])
      expect(await due(20)).toEqual(['j', 'late'])
      const first = { workspaceId: 'one', id: 'j', attempt: 1 }
      await here.store.commit([jobs.start({ ...first, lostAfter: 50 })])
      expect(await due(49)).toEqual(['late'])
      expect(await due(50)).toEqual(['late', 'j'])
      const second = { ...first, attempt: 2 }
      await here.store.commit([jobs.start({ ...second, lostAfter: 90 })])
      for (const write of [
        jobs.start({ ...first, lostAfter: 1 }),
        jobs.finish(first),
        jobs.fail({ ...first, error: 'x' }),
      ])
        await expect(here.store.commit([write])).rejects.toMatchObject({ code: 'conflict' })
      await here.store.commit([jobs.fail({ ...second, error: 'No.', retryAfter: 60 })])
      expect(await jobs.get(job)).toEqual({
        ...job,
        state: 'waiting',
        runAfter: 60,
        attempts: 2,
        error: 'No.',
      })
      const third = { ...first, attempt: 3 }
      await here.store.commit([jobs.start({ ...third, lostAfter: 90 })])
      await here.store.commit([jobs.finish(third)])
      expect(await jobs.get(job)).toMatchObject({ state: 'done', attempts: 3, error: undefined })
      await expect(
        here.store.commit([jobs.start({ ...first, attempt: 4, lostAfter: 9 })]),
      ).rejects.toMatchObject({ code: 'conflict' })
      expect(await jobs.get({ ...job, workspaceId: 'two' })).toBeUndefined()
    })

    test('a failure without a time for the next attempt is the end', async () => {
      const { jobs } = here.store
      await here.store.commit([jobs.insert({ ...job, id: 'fails' })])
      const attempt = { workspaceId: 'one', id: 'fails', attempt: 1 }
      await here.store.commit([
        jobs.start({ ...attempt, lostAfter: 50 }),
        jobs.fail({ ...attempt, error: 'x' }),
      ])
      expect(await jobs.get(attempt)).toMatchObject({ state: 'failed', error: 'x' })
      expect((await jobs.due(1000, 100)).map(({ id }) => id)).not.toContain('fails')
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
