import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { statement } from './statement.ts'

export interface RedactionPlace {
  readonly workspaceId: string
  readonly turnId: string
}

/** What was taken out of a chat before it left, as of each turn. Sealed: only the app can read it. */
export interface Redactions {
  readonly put: (redaction: RedactionPlace & { readonly sealed: Uint8Array }) => Statement
  readonly get: (place: RedactionPlace) => Promise<Uint8Array | undefined>
}

export function redactions(database: Kysely<Schema>): Redactions {
  return {
    put: ({ workspaceId, turnId, sealed }) =>
      statement(
        workspaceId,
        database
          .insertInto('redactions')
          .values({ workspace_id: workspaceId, turn_id: turnId, sealed })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'turn_id']).doUpdateSet({ sealed }))
          .compile(),
      ),
    get: async ({ workspaceId, turnId }) => {
      const row = await database
        .selectFrom('redactions')
        .select('sealed')
        .where('workspace_id', '=', workspaceId)
        .where('turn_id', '=', turnId)
        .executeTakeFirst()
      return row?.sealed
    },
  }
}
