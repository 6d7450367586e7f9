import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Migration, NEWEST_SCHEMA, POSTGRES_MIGRATIONS } from '../migration/migrations.ts'
import { openStore, type Store } from '../open-store.ts'
import { addWorkspaces, ask, chat } from '../testing/conformance/here.ts'
import { killAfterLines } from '../testing/kill-after-lines.ts'
import {
  asServer,
  postgresAbsent,
  type TemporaryPostgres,
  temporaryPostgres,
} from '../testing/temporary-postgres.ts'
import { PRESENCES, workspaceLock, openPool } from './open-pool.ts'

const absent = postgresAbsent()

function next(...statements: readonly string[]): readonly Migration[] {
  return [...POSTGRES_MIGRATIONS, { version: NEWEST_SCHEMA + 1, name: 'one more', statements }]
}

describe.skipIf(absent !== undefined)(
  `PostgreSQL ${absent === undefined ? '' : `(skipped: ${absent})`}`,
  () => {
    let place: TemporaryPostgres

    beforeEach(async () => {
      place = await temporaryPostgres()
    })

    afterEach(() => place.remove())

    async function streaming(store: Store, number: number): Promise<void> {
      if (number === 1) {
        await addWorkspaces(store, ['w'])
        await chat({ store }, 'w', 'c1')
      } else await chat({ store }, 'w', `c${number}`)
      await store.commit(ask({ store }, 'w', `c${number}`, String(number)))
    }

    const statusOf = async (store: Store, number: number) =>
      (await store.answers.get({ workspaceId: 'w', id: `answer ${number}` }))?.status

    describe('migrations', () => {
      test('several programs opening an empty database all succeed, and it is migrated once', async () => {
        await Promise.all(Array.from({ length: 5 }, () => place.open()))
        const rows = await asServer(place.url, 'select version from migrations order by version')
        expect(rows).toHaveLength(NEWEST_SCHEMA)
      })

      test('an upgrade keeps the data; while another program uses it, it is refused', async () => {
        const store = await place.open()
        await addWorkspaces(store, ['w'])
        const migrations = next('create table more (id text primary key)')
        await expect(place.open({ migrations })).rejects.toMatchObject({ code: 'in-use' })
        await store.close()
        const after = await place.open({ migrations })
        expect(await after.workspaces.get('w')).toMatchObject({ id: 'w' })
      })

      test('a failing step changes nothing, and the next start can retry', async () => {
        await (await place.open()).close()
        const broken = next('create table more (id text primary key)', 'insert into nowhere values (1)')
        await expect(place.open({ migrations: broken })).rejects.toThrow('nowhere')
        await place.open({ migrations: next('create table more (id text primary key)') })
      })

      test('a database older than the first release is refused with advice, and unchanged', async () => {
        await asServer(place.url, 'create table schema_version (version bigint primary key, name text)')
        await expect(place.open()).rejects.toMatchObject({ code: 'schema-preview' })
        await expect(place.open()).rejects.toThrow('Export its chats')
        const tables = `select table_name from information_schema.tables where table_schema = 'public'`
        expect(await asServer(place.url, tables)).toEqual([{ table_name: 'schema_version' }])
      })

      test('a newer schema is opened read-only, and says so', async () => {
        const newer = await place.open({ migrations: next('alter table workspaces add column colour text') })
        await addWorkspaces(newer, ['w'])
        await newer.close()
        const store = await place.open()
        expect(store.readOnly).toContain('newer Varve')
        expect(await store.workspaces.get('w')).toMatchObject({ name: 'W' })
        await expect(store.commit([store.settings.set('w', 'a', 1)])).rejects.toMatchObject({
          code: 'schema-newer',
        })
      })
    })

    describe('several programs', () => {
      test('opening leaves what another is writing, and ends abandoned answers', async () => {
        const first = await place.open()
        await streaming(first, 1)
        const second = await place.open()
        expect(await statusOf(second, 1)).toBe('streaming')
        await streaming(second, 2)
        await first.close()
        const third = await place.open({ now: 77 })
        expect(await statusOf(third, 1)).toBe('interrupted')
        expect(await statusOf(third, 2)).toBe('streaming')
      })

      test('a running program ends only abandoned answers of others', async () => {
        const [first, second] = await Promise.all([place.open(), place.open()])
        await streaming(first, 1)
        await streaming(second, 2)
        expect(await second.answers.leftUnfinished()).toEqual([])
        const left = { workspaceId: 'w', id: 'answer 1' }
        const own = { workspaceId: 'w', id: 'answer 2' }
        await second.commit([second.answers.interrupt(left, 77)])
        expect(await statusOf(second, 1)).toBe('streaming')
        await first.close()
        expect(await second.answers.leftUnfinished()).toEqual([left])
        await second.commit([second.answers.interrupt(left, 77), second.answers.interrupt(own, 77)])
        expect(await second.answers.get(left)).toMatchObject({ status: 'interrupted', endedAt: 77 })
        expect(await statusOf(second, 2)).toBe('streaming')
      })

      test('the writer of an answer learns that another program asks to stop it', async () => {
        const [first, second] = await Promise.all([place.open(), place.open()])
        await streaming(first, 1)
        expect(first.answers.isShared).toBe(true)
        await second.commit([second.answers.askStop({ workspaceId: 'w', id: 'answer 1' }, 7)])
        expect(await second.answers.stopsAsked()).toEqual([])
        expect(await first.answers.stopsAsked()).toEqual([{ workspaceId: 'w', id: 'answer 1' }])
      })

      test('killed: every acknowledged write is there, and streaming answers are interrupted', async () => {
        const said = await killAfterLines('write-until-killed', place.url, 20)
        // The server learns of it a moment later.
        while ((await asServer(place.url, PRESENCES)).length > 0) await wait(20)
        const store = await place.open({ now: 77 })
        const turns = await store.turns.list('w', 'c')
        expect(turns.length).toBeGreaterThanOrEqual(said.filter((line) => line.startsWith('turn')).length)
        const answers = await store.answers.list('w', 'c')
        const complete = answers.filter(({ status }) => status === 'complete')
        expect(complete.length).toBeGreaterThanOrEqual(said.filter((line) => line.startsWith('done')).length)
        expect(answers.filter(({ status }) => status === 'streaming')).toEqual([])
      })

      test('batches over several workspaces in any order do not deadlock', async () => {
        const stores = await Promise.all([place.open(), place.open()])
        const [first] = stores
        const ids = ['a', 'b', 'c', 'd']
        await addWorkspaces(first, ids)
        const commits = Array.from({ length: 60 }, (_, index) => {
          const store = stores[index % 2] ?? first
          const order = index % 4 < 2 ? ids : ids.toReversed()
          return store.commit(order.map((id) => store.settings.set(id, 'n', index)))
        })
        await Promise.all(commits)
        const values = await Promise.all(ids.map((id) => first.settings.get(id, 'n')))
        expect(new Set(values).size).toBe(1)
      })

      test('a workspace being written waits; others do not', async () => {
        const store = await place.open({ pool: { maximum: 2 } })
        await addWorkspaces(store, ['a', 'b'])
        const holder = new Client({ connectionString: place.url })
        await holder.connect()
        await holder.query(`select pg_advisory_lock(${workspaceLock('a')})`)
        const waiting = Array.from({ length: 5 }, (_, index) =>
          store.commit([store.settings.set('a', 'n', index)]),
        )
        await store.commit([store.settings.set('b', 'n', 1)])
        expect(await store.settings.get('a', 'n')).toBeUndefined()
        await holder.end()
        await Promise.all(waiting)
        expect(await store.settings.get('a', 'n')).toBe(4)
      })
    })

    describe('errors', () => {
      const cut = () =>
        asServer(
          place.url,
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
        )

      test('a lost connection fails pending work, changes nothing, and the next write continues', async () => {
        const store = await place.open()
        await addWorkspaces(store, ['w'])
        await streaming(store, 2)
        const slow = store.commit([
          store.settings.set('w', 'a', 1),
          { workspaceId: 'w', sql: 'select pg_sleep(20)', parameters: [] },
        ])
        const refused = expect(slow).rejects.toMatchObject({ code: 'busy' })
        while (
          !JSON.stringify(await asServer(place.url, 'select query from pg_stat_activity')).includes(
            'pg_sleep(20)',
          )
        )
          await wait(10)
        await cut()
        await refused
        expect(await store.settings.get('w', 'a')).toBeUndefined()
        await store.commit([store.settings.set('w', 'a', 2)])
        expect(await store.settings.get('w', 'a')).toBe(2)
        // It also announces its presence again, so that its answers don't look abandoned.
        while ((await asServer(place.url, PRESENCES)).length === 0) await wait(50)
        const other = await place.open()
        expect(await statusOf(other, 2)).toBe('streaming')
      })

      test('a silent server fails reads and writes in time, and both work once it answers', async () => {
        const proxy = await silentProxy(place.url)
        try {
          const pool = { connectMilliseconds: 500, queryMilliseconds: 500 }
          const store = await openStore({ url: `${proxy.url}?pool_size=2`, now: 0, pool })
          await addWorkspaces(store, ['w'])
          proxy.silence()
          const asked = Array.from({ length: 5 }, () => store.settings.get('w', 'a'))
          const refused = await Promise.allSettled([
            ...asked,
            store.commit([store.settings.set('w', 'a', 1)]),
          ])
          expect(refused).toEqual(
            refused.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'busy' }) })),
          )
          proxy.resume()
          await store.commit([store.settings.set('w', 'a', 2)])
          expect(await store.settings.get('w', 'a')).toBe(2)
          proxy.silence()
          await store.close()
        } finally {
          await proxy.close()
        }
      })

      test('a server silent right after login fails the start in time', async () => {
        await (await place.open()).close()
        const proxy = await silentProxy(place.url)
        try {
          proxy.silenceOnceReady()
          const opening = openStore({ url: proxy.url, now: 0, pool: { queryMilliseconds: 500 } })
          await expect(opening).rejects.toMatchObject({ code: 'busy' })
        } finally {
          await proxy.close()
        }
      })

      test('a write that waits too long for another is refused, and changes nothing', async () => {
        const store = await place.open({ pool: { lockMilliseconds: 300 } })
        await addWorkspaces(store, ['a'])
        const holder = new Client({ connectionString: place.url })
        await holder.connect()
        await holder.query(`select pg_advisory_lock(${workspaceLock('a')})`)
        await expect(store.commit([store.settings.set('a', 'n', 1)])).rejects.toMatchObject({ code: 'busy' })
        await holder.end()
        expect(await store.settings.get('a', 'n')).toBeUndefined()
      })

      test('a lease leaves connections for the work under it, even if there is only one', async () => {
        const pool = { maximum: 1, connectMilliseconds: 2000 }
        const [one, other] = [await place.open({ pool }), await place.open({ pool })]
        await addWorkspaces(one, ['w'])
        const work = async (): Promise<unknown> => {
          await one.commit([one.settings.set('w', 'a', 1)])
          expect(await other.withLease('files', () => Promise.resolve('both'))).toBeUndefined()
          return one.settings.get('w', 'a')
        }
        expect(await one.withLease('files', work)).toBe(1)
        expect(await other.withLease('files', () => Promise.resolve('next'))).toBe('next')
      })

      test('an address sets the number of connections and the timeout, or is refused', async () => {
        const { pool, limits } = openPool(`${place.url}?pool_size=3&query_timeout=7&lock_timeout=2`)
        expect(limits).toMatchObject({ maximum: 3, queryMilliseconds: 7000, lockMilliseconds: 2000 })
        expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
        await pool.end()
        expect(() => openPool(`${place.url}?pool_size=0`)).toThrow('pool_size')
      })

      test('a read-only database is opened for reading, with the reason', async () => {
        await (await place.open()).close()
        const name = new URL(place.url).pathname.slice(1)
        await asServer(place.url, `alter database ${name} set default_transaction_read_only = on`)
        const store = await place.open()
        expect(store.readOnly).toContain('The database can’t be written, so Varve is open for reading only.')
        expect(await store.settings.get('a', 'n')).toBeUndefined()
        const write = store.commit([store.settings.set('a', 'n', 1)])
        await expect(write).rejects.toMatchObject({ code: 'input-output' })
      })

      test('a missing server or database, and an invalid address, are reported without the password', async () => {
        const nowhere = openStore({ url: 'postgres://me:secret@127.0.0.1:1/x', now: 0 })
        await expect(nowhere).rejects.toMatchObject({ code: 'busy' })
        const url = place.url.replace(/\/varve_.*/, '/none')
        await expect(openStore({ url, now: 0 })).rejects.toThrow('no such database')
        for (const wrong of ['mysql://me:secret@host/x', 'postgres//me:secret'])
          await expect(openStore({ url: wrong, now: 0 })).rejects.toSatisfy(
            (error: Error) => !error.message.includes('secret') && error.message.includes('no address'),
          )
      })

      test('a database without UTF-8 is refused', async () => {
        const server = place.url.replace(/\/varve_.*/, '')
        const name = `${new URL(place.url).pathname.slice(1)}_ascii`
        await asServer(server, `create database ${name} template template0 encoding 'SQL_ASCII'`)
        await expect(openStore({ url: `${server}/${name}`, now: 0 })).rejects.toThrow('UTF8')
        await asServer(server, `drop database ${name} with (force)`)
      })
    })
  },
)

interface SilentProxy {
  readonly url: string
  /** From now on nothing comes back, on old connections and new ones. */
  readonly silence: () => void
  /** As `silence`, from the first connection that has logged in. */
  readonly silenceOnceReady: () => void
  readonly resume: () => void
  readonly close: () => Promise<void>
}

const READY_FOR_QUERY = Buffer.from('Z\0\0\0\x05I', 'latin1')

/** Stands before a server and can make it silent, as a network that drops packets does. */
async function silentProxy(url: string): Promise<SilentProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false
  let endsReady = false
  const server = createServer((client) => {
    const behind = connect(Number(target.port), target.hostname)
    for (const socket of [client, behind]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => [client, behind].forEach((one) => one.destroy()))
    }
    client.on('data', (bytes) => isSilent || behind.write(bytes))
    behind.on('data', (bytes) => {
      if (!isSilent) client.write(bytes)
      isSilent ||= endsReady && bytes.subarray(-6).equals(READY_FOR_QUERY)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxied = new URL(url)
  proxied.hostname = '127.0.0.1'
  proxied.port = String((server.address() as AddressInfo).port)
  return {
    url: proxied.href,
    silence: () => {
      isSilent = true
    },
    silenceOnceReady: () => {
      endsReady = true
    },
    resume: () => {
      isSilent = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
