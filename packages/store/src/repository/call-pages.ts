import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { inChunks } from './in-chunks.ts'
import { statement } from './statement.ts'
import { findLacking, type Lacking } from './stored-hashes.ts'

/** Pages of long lists in the bodies of calls, by the hash of what is sealed in them, each stored once. */
export interface CallPages {
  /** One that is there already is left alone. */
  readonly put: (workspaceId: string, hash: string, sealed: Uint8Array) => Statement
  readonly getMany: (
    workspaceId: string,
    hashes: Iterable<string>,
  ) => Promise<ReadonlyMap<string, Uint8Array>>
  /** What of these has to be written. */
  readonly lacking: (workspaceId: string, hashes: Iterable<string>) => Promise<Lacking>
}

export function callPages(database: Kysely<Schema>): CallPages {
  const inWorkspace = (workspaceId: string, hashes: readonly string[]) =>
    database.selectFrom('call_pages').where('workspace_id', '=', workspaceId).where('hash', 'in', hashes)
  return {
    put: (workspaceId, hash, sealed) =>
      statement(
        workspaceId,
        database
          .insertInto('call_pages')
          .values({ workspace_id: workspaceId, hash, sealed })
          .onConflict((conflict) => conflict.doNothing())
          .compile(),
      ),
    getMany: async (workspaceId, hashes) => {
      const found = new Map<string, Uint8Array>()
      for (const chunk of inChunks(hashes))
        for (const { hash, sealed } of await inWorkspace(workspaceId, chunk)
          .select(['hash', 'sealed'])
          .execute())
          found.set(hash, sealed)
      return found
    },
    lacking: (workspaceId, hashes) => findLacking(database, { table: 'call_pages', workspaceId, hashes }),
  }
}
