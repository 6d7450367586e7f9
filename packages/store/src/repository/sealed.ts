import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'

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

/** Everything that only a master key opens. */
export interface SealedData {
  /** Whether there is any, in any workspace. */
  readonly isThere: () => Promise<boolean>
}

const COLUMNS = [
  ['sealed_keys', 'sealed'],
  ['redactions', 'sealed'],
  ['side_calls', 'sealed'],
  ['calls', 'sealed'],
  ['calls', 'response_sealed'],
  ['call_pages', 'sealed'],
] as const satisfies (readonly [keyof Schema, string])[]

export function sealedData(database: Kysely<Schema>): SealedData {
  return {
    isThere: async () => {
      for (const [table, column] of COLUMNS) {
        // Nothing is sealed in a row without bytes: it was taken away, or there was nothing to hide.
        const found =
          await sql`select 1 from ${sql.table(table)} where length(${sql.ref(column)}) > 0 limit 1`.execute(
            database,
          )
        if (found.rows.length > 0) return true
      }
      return false
    },
  }
}

export interface RedactionPlace {
  readonly workspaceId: string
  readonly turnId: string
}

/** Values redacted from a chat, as of each turn. Sealed: only the app can read them. */
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
