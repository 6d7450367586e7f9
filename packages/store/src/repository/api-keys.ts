import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { parseJson } from './parse-json.ts'

interface ApiKeyPlace {
  readonly workspaceId: string
  readonly id: string
}

interface NewApiKey extends ApiKeyPlace {
  readonly name: string
  /** Of the whole key, which is kept nowhere. */
  readonly hash: string
  /** How the key ends, by which its owner knows it again. */
  readonly hint: string
  readonly scope: unknown
  readonly createdAt: number
}

export interface ApiKeyRecord extends NewApiKey {
  readonly usedAt: number | undefined
  readonly revokedAt: number | undefined
  readonly spentUSD: number
}

/** API keys. A revoked key stays, as a record of what it did. */
export interface ApiKeys {
  readonly insert: (key: NewApiKey) => Statement
  readonly revoke: (place: ApiKeyPlace, at: number) => Statement
  /** A later time stays. */
  readonly use: (place: ApiKeyPlace, at: number) => Statement
  readonly spend: (place: ApiKeyPlace, costUSD: number) => Statement
  readonly find: (hash: string) => Promise<ApiKeyRecord | undefined>
  /** The oldest first. */
  readonly list: (workspaceId: string) => Promise<readonly ApiKeyRecord[]>
}

const NANO = 1e9

export function apiKeys(database: Kysely<Schema>): ApiKeys {
  const all = database.selectFrom('api_keys').selectAll()
  const change = ({ workspaceId, id }: ApiKeyPlace) =>
    database.updateTable('api_keys').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return {
    insert: ({ workspaceId, id, name, hash, hint, scope, createdAt }) =>
      statement(
        workspaceId,
        database
          .insertInto('api_keys')
          .values({
            workspace_id: workspaceId,
            id,
            name,
            hash,
            hint,
            scope: JSON.stringify(scope),
            created_at: createdAt,
            spent_nano: 0,
          })
          .compile(),
      ),
    revoke: (place, at) =>
      statement(
        place.workspaceId,
        change(place).where('revoked_at', 'is', null).set({ revoked_at: at }).compile(),
        1,
      ),
    use: (place, at) =>
      statement(
        place.workspaceId,
        change(place)
          .where((row) => row.or([row('used_at', 'is', null), row('used_at', '<', at)]))
          .set({ used_at: at })
          .compile(),
      ),
    spend: (place, costUSD) =>
      statement(
        place.workspaceId,
        change(place)
          .set({ spent_nano: sql`spent_nano + ${Math.round(costUSD * NANO)}` })
          .compile(),
      ),
    find: async (hash) => {
      const row = await all.where('hash', '=', hash).executeTakeFirst()
      return row && fromRow(row)
    },
    list: async (workspaceId) => {
      const rows = await all
        .where('workspace_id', '=', workspaceId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(fromRow)
    },
  }
}

function fromRow(row: Schema['api_keys']): ApiKeyRecord {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    name: row.name,
    hash: row.hash,
    hint: row.hint,
    scope: parseJson(row.scope, `scope of API key ${row.id}`),
    createdAt: row.created_at,
    usedAt: row.used_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    spentUSD: row.spent_nano / NANO,
  }
}
