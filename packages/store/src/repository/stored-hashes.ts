import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { inChunks } from './in-chunks.ts'
import { statement } from './statement.ts'

/** What has to be written so that these hashes stand in storage and stay there. */
export interface Lacking {
  /** Those that are not stored, and those that a sweep is about to take away. */
  readonly missing: ReadonlySet<string>
  /** Comes with the writes: what a sweep was about to take away is needed again. */
  readonly spare: readonly Statement[]
}

/** Looks for hashes in one of the tables that keep contents by them. */
export async function findLacking(
  database: Kysely<Schema>,
  { table, workspaceId, hashes }: HashesIn,
): Promise<Lacking> {
  const missing = new Set(hashes)
  const condemned = new Set<string>()
  for (const chunk of inChunks([...missing])) {
    const rows = await database
      .selectFrom(table)
      .leftJoin('unreferred', (join) =>
        join
          .onRef('unreferred.workspace_id', '=', `${table}.workspace_id`)
          .onRef('unreferred.hash', '=', `${table}.hash`),
      )
      .select([`${table}.hash as hash`, 'unreferred.since as since'])
      .where(`${table}.workspace_id`, '=', workspaceId)
      .where(`${table}.hash`, 'in', chunk)
      .execute()
    for (const { hash, since } of rows)
      if (since === null) missing.delete(hash)
      else condemned.add(hash)
  }
  return { missing, spare: spareStatements(database, workspaceId, condemned) }
}

export interface HashesIn {
  readonly table: 'objects' | 'call_pages'
  readonly workspaceId: string
  readonly hashes: Iterable<string>
}

/** The writes after which nothing takes these away. */
export function spareStatements(
  database: Kysely<Schema>,
  workspaceId: string,
  hashes: Iterable<string>,
): readonly Statement[] {
  return [...inChunks(hashes)].map((chunk) =>
    statement(
      workspaceId,
      database
        .deleteFrom('unreferred')
        .where('workspace_id', '=', workspaceId)
        .where('hash', 'in', chunk)
        .compile(),
    ),
  )
}
