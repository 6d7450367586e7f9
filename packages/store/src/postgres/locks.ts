import { createHash } from 'node:crypto'

/** First of two keys: the program that has the second one as its own is running. */
export const PRESENCE = 0x56_41_52_56

/** Held while the schema is brought up to date. */
export const MIGRATION = '6215339582718001'

/** The key of a workspace, as PostgreSQL takes it: writes of one workspace follow each other. */
export function workspaceLock(workspaceId: string): bigint {
  return createHash('sha256').update(`varve workspace ${workspaceId}`).digest().readBigInt64BE()
}

/** The key of something that one program does at a time. */
export function leaseLock(name: string): bigint {
  return createHash('sha256').update(`varve lease ${name}`).digest().readBigInt64BE()
}

/** Which presences are held, as SQL: one column, `id`. */
export const PRESENCES = `select objid::bigint as id from pg_locks
  where locktype = 'advisory' and objsubid = 2 and classid::bigint = ${PRESENCE} and granted
    and database = (select oid from pg_database where datname = current_database())`
