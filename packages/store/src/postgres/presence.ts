import { randomInt } from 'node:crypto'
import type { Client } from 'pg'
import { sql } from 'kysely'
import type { AnswerOwner } from '../repository/answer-owner.ts'
import { PRESENCE, PRESENCES } from './locks.ts'
import { endClient, openClient } from './open-pool.ts'

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
  let retry: NodeJS.Timeout | undefined
  const hold = async (): Promise<void> => {
    const opened = await openClient(url)
    client = opened
    if (ended) return opened.end()
    try {
      await opened.query(`select pg_advisory_lock(${PRESENCE}, ${id})`)
    } catch (error) {
      await opened.end()
      throw error
    }
    // Not before: a connection that dies in the query fails that, and who hears of both would connect twice.
    opened.once('end', again)
  }
  let holding = hold()
  const again = (): void => {
    if (ended) return
    retry = setTimeout(() => {
      holding = hold().catch(again)
    }, RETRY_MILLISECONDS).unref()
  }
  await holding
  const isGone = sql<boolean>`(owner is null or owner not in (${sql.raw(PRESENCES)}))`
  return {
    owner: { id, isGone },
    end: async () => {
      ended = true
      clearTimeout(retry)
      if (client) await endClient(client)
      // One that was about to connect sees that it is over.
      await holding
    },
  }
}
