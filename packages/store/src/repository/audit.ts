import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { parseJson } from './parse-json.ts'

export interface AuditRecord {
  readonly workspaceId: string
  /** Counted from 1 in its workspace, without a gap. */
  readonly sequence: number
  readonly at: number
  /** A user; undefined for the program itself. */
  readonly actor: string | undefined
  readonly action: string
  readonly detail: unknown
}

/** Actions in a workspace: rows are added, never changed or deleted. */
export interface Audit {
  readonly append: (record: Omit<AuditRecord, 'sequence'>) => Statement
  /** In order, from behind `after`, which is 0 for the first. */
  readonly list: (
    workspaceId: string,
    page: { readonly after: number; readonly most: number },
  ) => Promise<readonly AuditRecord[]>
}

export function audit(database: Kysely<Schema>): Audit {
  return {
    append: ({ workspaceId, at, actor, action, detail }) => {
      const sequence = sql<number>`(select coalesce(max(sequence), 0) + 1 from audit where workspace_id = ${workspaceId})`
      const said = { at, actor: actor ?? null, action, detail: JSON.stringify(detail) }
      return statement(
        workspaceId,
        database
          .insertInto('audit')
          .values({ workspace_id: workspaceId, sequence, ...said })
          .compile(),
      )
    },
    list: async (workspaceId, { after, most }) => {
      const rows = await database
        .selectFrom('audit')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(most)
        .execute()
      return rows.map(fromRow)
    },
  }
}

function fromRow(row: Schema['audit']): AuditRecord {
  const { workspace_id: workspaceId, sequence, at, action } = row
  const detail = parseJson(row.detail, `audit record ${sequence}`)
  return { workspaceId, sequence, at, actor: row.actor ?? undefined, action, detail }
}
