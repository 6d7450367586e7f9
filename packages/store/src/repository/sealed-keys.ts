import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { statement } from './statement.ts'

export interface SealedKeyPlace {
  readonly workspaceId: string
  readonly provider: string
}

/** Keys of providers as sealed bytes; what opens them is never in the database. */
export interface SealedKeys {
  readonly put: (key: SealedKeyPlace & { readonly sealed: Uint8Array; readonly at: number }) => Statement
  readonly remove: (place: SealedKeyPlace) => Statement
  readonly get: (place: SealedKeyPlace) => Promise<Uint8Array | undefined>
  /** Which providers have one, without the keys. */
  readonly list: (
    workspaceId: string,
  ) => Promise<readonly { readonly provider: string; readonly at: number }[]>
}

export function sealedKeys(database: Kysely<Schema>): SealedKeys {
  return {
    put: ({ workspaceId, provider, sealed, at }) =>
      statement(
        workspaceId,
        database
          .insertInto('sealed_keys')
          .values({ workspace_id: workspaceId, provider, sealed, at })
          .onConflict((conflict) =>
            conflict.columns(['workspace_id', 'provider']).doUpdateSet({ sealed, at }),
          )
          .compile(),
      ),
    remove: ({ workspaceId, provider }) =>
      statement(
        workspaceId,
        database
          .deleteFrom('sealed_keys')
          .where('workspace_id', '=', workspaceId)
          .where('provider', '=', provider)
          .compile(),
      ),
    get: async ({ workspaceId, provider }) => {
      const row = await database
        .selectFrom('sealed_keys')
        .select('sealed')
        .where('workspace_id', '=', workspaceId)
        .where('provider', '=', provider)
        .executeTakeFirst()
      return row?.sealed
    },
    list: (workspaceId) =>
      database
        .selectFrom('sealed_keys')
        .select(['provider', 'at'])
        .where('workspace_id', '=', workspaceId)
        .orderBy('provider')
        .execute(),
  }
}
