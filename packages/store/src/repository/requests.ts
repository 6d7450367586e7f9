import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { parseJson } from './parse-json.ts'

export interface RequestRecord {
  /** Of what was asked for: the same key for another request is a mistake of the client. */
  readonly fingerprint: string
  readonly response: unknown
}

/** Requests that were done, by the client's own key. Written in the same batch as what they did. */
export interface Requests {
  /** A second request under the same key is a conflict. */
  readonly put: (
    request: RequestRecord & { readonly workspaceId: string; readonly key: string; readonly at: number },
  ) => Statement
  readonly get: (workspaceId: string, key: string) => Promise<RequestRecord | undefined>
}

export function requests(database: Kysely<Schema>): Requests {
  return {
    put: ({ workspaceId, key, fingerprint, response, at }) => {
      const values = { workspace_id: workspaceId, key, fingerprint, response: JSON.stringify(response), at }
      return statement(workspaceId, database.insertInto('requests').values(values).compile())
    },
    get: async (workspaceId, key) => {
      const row = await database
        .selectFrom('requests')
        .select(['fingerprint', 'response'])
        .where('workspace_id', '=', workspaceId)
        .where('key', '=', key)
        .executeTakeFirst()
      return row && { fingerprint: row.fingerprint, response: parseJson(row.response, `request ${key}`) }
    },
  }
}
