import { randomInt } from 'node:crypto'
import type { Client } from 'pg'
import { sql } from 'kysely'
import type { AnswerOwner } from '../repository/answer-owner.ts'
import { PRESENCE, PRESENCES } from './locks.ts'
import { openClient } from './open-pool.ts'

/** Says to other programs on the same database that this one is alive. */
export interface Presence {
  readonly owner: AnswerOwner
  readonly end: () => Promise<void>
}

const RETRY_MILLISECONDS = 1000

/**
 * Holds a lock of its own for as long as this program lives: the server lets go of it when the connection
 * ends, however it ends. What a program writes bears its id, so another can tell what was left unfinished.
 */
export async function announcePresence(url: string): Promise<Presence> {
  const id = randomInt(1, 2 ** 31 - 1)
  let ended = false
  let client: Client | undefined
  const hold = async (): Promise<void> => {
    const held = await openClient(url)
    held.once('end', () => again())
    client = held
    await held.query(`select pg_advisory_lock(${PRESENCE}, ${id})`)
    if (ended) await held.end()
  }
  const again = (): void => {
    if (!ended) setTimeout(() => void hold().catch(again), RETRY_MILLISECONDS).unref()
  }
  await hold()
  const isGone = sql<boolean>`(owner is null or owner not in (${sql.raw(PRESENCES)}))`
  return {
    owner: { id, isGone },
    end: async () => {
      ended = true
      await client?.end()
    },
  }
}
