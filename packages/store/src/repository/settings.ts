import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { parseJson } from './parse-json.ts'
import { statement } from './statement.ts'

/** Named JSON values of a workspace. */
export interface Settings {
  readonly set: (workspaceId: string, name: string, value: unknown) => Statement
  readonly get: (workspaceId: string, name: string) => Promise<unknown>
}

export function settings(database: Kysely<Schema>): Settings {
  return {
    set: (workspaceId, name, value) => {
      const json = JSON.stringify(value)
      return statement(
        workspaceId,
        database
          .insertInto('settings')
          .values({ workspace_id: workspaceId, name, value: json })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).doUpdateSet({ value: json }))
          .compile(),
      )
    },
    get: async (workspaceId, name) => {
      const row = await database
        .selectFrom('settings')
        .select('value')
        .where('workspace_id', '=', workspaceId)
        .where('name', '=', name)
        .executeTakeFirst()
      return row && parseJson(row.value, `setting ${name}`)
    },
  }
}
