import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { statement } from './statement.ts'

export interface UploadRecord {
  readonly workspaceId: string
  readonly id: string
  readonly name: string
  /** Of its bytes, which are a blob of the same workspace. */
  readonly hash: string
  readonly at: number
}

/** Files that were handed over from outside, by id. */
export interface Uploads {
  readonly insert: (upload: UploadRecord) => Statement
  readonly get: (place: {
    readonly workspaceId: string
    readonly id: string
  }) => Promise<UploadRecord | undefined>
  /** Whether any other workspace has it; nothing else of it is told. */
  readonly isForeign: (place: { readonly workspaceId: string; readonly id: string }) => Promise<boolean>
}

export function uploads(database: Kysely<Schema>): Uploads {
  const byId = (id: string) => database.selectFrom('uploads').where('id', '=', id)
  return {
    insert: ({ workspaceId, id, name, hash, at }) =>
      statement(
        workspaceId,
        database.insertInto('uploads').values({ workspace_id: workspaceId, id, name, hash, at }).compile(),
      ),
    get: async ({ workspaceId, id }) => {
      const row = await byId(id).selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst()
      return row && { workspaceId, id, name: row.name, hash: row.hash, at: row.at }
    },
    isForeign: async ({ workspaceId, id }) =>
      (await byId(id).select('id').where('workspace_id', '!=', workspaceId).executeTakeFirst()) !== undefined,
  }
}
