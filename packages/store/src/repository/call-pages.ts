import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { inChunks } from './in-chunks.ts'
import { statement } from './statement.ts'

/** Pages of long lists in the bodies of calls, by the hash of what is sealed in them, each stored once. */
export interface CallPages {
  /** One that is there already is left alone. */
  readonly put: (workspaceId: string, hash: string, sealed: Uint8Array) => Statement
  readonly getMany: (
    workspaceId: string,
    hashes: Iterable<string>,
  ) => Promise<ReadonlyMap<string, Uint8Array>>
  /** Which of these are not stored yet. */
  readonly missing: (workspaceId: string, hashes: Iterable<string>) => Promise<ReadonlySet<string>>
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
    missing: async (workspaceId, hashes) => {
      const missing = new Set(hashes)
      for (const chunk of inChunks([...missing]))
        for (const row of await inWorkspace(workspaceId, chunk).select('hash').execute())
          missing.delete(row.hash)
      return missing
    },
  }
}
