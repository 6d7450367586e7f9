import type { Kysely } from 'kysely'
import { createHash } from 'node:crypto'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { parseJson } from './parse-json.ts'

export interface UploadRecord {
  readonly workspaceId: string
  readonly id: string
  readonly name: string
  /** Of its bytes, which are a blob of the same workspace. */
  readonly hash: string
  readonly at: number
}

/** Uploaded files, by id. */
export interface Uploads {
  readonly insert: (upload: UploadRecord) => Statement
  readonly get: (place: {
    readonly workspaceId: string
    readonly id: string
  }) => Promise<UploadRecord | undefined>
  /** Whether another workspace has it; reveals nothing else. */
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

/** Pages as last read, by normalised URL. Their reader knows the format. */
export interface WebPages {
  readonly put: (workspaceId: string, url: string, page: unknown) => Statement
  readonly get: (workspaceId: string, url: string) => Promise<unknown>
}

export function webPages(database: Kysely<Schema>): WebPages {
  return {
    put: (workspaceId, url, page) => {
      const text = JSON.stringify(page)
      return statement(
        workspaceId,
        database
          .insertInto('web_pages')
          .values({ workspace_id: workspaceId, url: keyOf(url), page: text })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'url']).doUpdateSet({ page: text }))
          .compile(),
      )
    },
    get: async (workspaceId, url) => {
      const row = await database
        .selectFrom('web_pages')
        .select('page')
        .where('workspace_id', '=', workspaceId)
        .where('url', '=', keyOf(url))
        .executeTakeFirst()
      return row && parseJson(row.page, `page ${url}`)
    },
  }
}

/** PostgreSQL has no keys of more than some 2,700 bytes, and addresses may be longer. */
const LONGEST_KEY = 800

function keyOf(url: string): string {
  return url.length <= LONGEST_KEY ? url : `sha256:${createHash('sha256').update(url).digest('hex')}`
}
