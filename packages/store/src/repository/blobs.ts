import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { statement } from './statement.ts'

/** Bytes by content hash, each stored once in a workspace: pictures as they were sent, files handed over. */
export interface Blobs {
  /** Bytes that are there already are left alone. */
  readonly put: (workspaceId: string, hash: string, bytes: Uint8Array) => Statement
  readonly get: (workspaceId: string, hash: string) => Promise<Uint8Array | undefined>
}

export function blobs(database: Kysely<Schema>): Blobs {
  return {
    put: (workspaceId, hash, bytes) =>
      statement(
        workspaceId,
        database
          .insertInto('blobs')
          .values({ workspace_id: workspaceId, hash, bytes })
          .onConflict((conflict) => conflict.doNothing())
          .compile(),
      ),
    get: async (workspaceId, hash) => {
      const row = await database
        .selectFrom('blobs')
        .select('bytes')
        .where('workspace_id', '=', workspaceId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return row?.bytes
    },
  }
}
