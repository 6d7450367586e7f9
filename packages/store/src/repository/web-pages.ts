import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { parseJson } from './parse-json.ts'
import { statement } from './statement.ts'

/** Pages as they were read last, by normalised URL. What a page is made of is its reader's business. */
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
