import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  asServer,
  postgresAbsent,
  type TemporaryPostgres,
  temporaryPostgres,
} from '../testing/temporary-postgres.ts'
import { PRESENCE, PRESENCES } from './open-pool.ts'
import { announcePresence } from './open-postgres.ts'

const absent = postgresAbsent()

/** Longer than it waits before it connects again. */
const PAST_RETRY = 1600

describe.skipIf(absent !== undefined)(
  `presence ${absent === undefined ? '' : `(skipped: ${absent})`}`,
  () => {
    let place: TemporaryPostgres
    /** Another program, which takes the lock in between. */
    let other: Client

    beforeEach(async () => {
      place = await temporaryPostgres()
      other = new Client({ connectionString: place.url, application_name: 'other' })
      await other.connect()
    })

    afterEach(async () => {
      await other.end()
      await place.remove()
    })

    const OURS = `from pg_stat_activity where datname = current_database() and application_name = 'varve'`
    const connections = async () => (await asServer(place.url, `select pid ${OURS}`)).length
    const cut = () => asServer(place.url, `select pg_terminate_backend(pid) ${OURS}`)

    async function untilConnections(count: number): Promise<void> {
      while ((await connections()) !== count) await wait(20)
    }

    test('has one connection, however often it is cut while waiting for its lock', async () => {
      const presence = await announcePresence(place.url)
      await cut()
      await untilConnections(0)
      await other.query(`select pg_advisory_lock(${PRESENCE}, ${presence.owner.id})`)
      for (let round = 0; round < 2; round++) {
        await untilConnections(1)
        await cut()
        await wait(PAST_RETRY)
        // A second one would stay; the first comes when it comes.
        await untilConnections(1)
      }
      await other.query('select pg_advisory_unlock_all()')
      while ((await asServer(place.url, PRESENCES)).length === 0) await wait(20)
      await presence.end()
      await untilConnections(0)
    })

    test('ends while waiting for its lock, and does not come back', async () => {
      const presence = await announcePresence(place.url)
      await cut()
      await untilConnections(0)
      await other.query(`select pg_advisory_lock(${PRESENCE}, ${presence.owner.id})`)
      await untilConnections(1)
      await presence.end()
      // A server doesn't check whether its client is alive while it waits for a lock.
      await other.query('select pg_advisory_unlock_all()')
      await untilConnections(0)
      await wait(PAST_RETRY)
      expect(await connections()).toBe(0)
    })
  },
)
