import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'

export interface WorkspaceRecord {
  readonly id: string
  readonly name: string
  readonly kind: 'folder' | 'database'
  /** The directory of a `folder` workspace. */
  readonly root: string | undefined
  readonly createdAt: number
}

export interface Workspaces {
  readonly insert: (workspace: WorkspaceRecord) => Statement
  readonly get: (id: string) => Promise<WorkspaceRecord | undefined>
  readonly list: () => Promise<readonly WorkspaceRecord[]>
}

export function workspaces(database: Kysely<Schema>): Workspaces {
  const all = database.selectFrom('workspaces').selectAll()
  return {
    insert: ({ id, name, kind, root, createdAt }) =>
      statement(
        id,
        database
          .insertInto('workspaces')
          .values({ id, name, kind, root: root ?? null, created_at: createdAt })
          .compile(),
      ),
    get: async (id) => {
      const row = await all.where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    list: async () => (await all.orderBy('id').execute()).map(fromRow),
  }
}

function fromRow(row: Schema['workspaces']): WorkspaceRecord {
  const { id, name, kind, root, created_at: createdAt } = row
  return { id, name, kind, root: root ?? undefined, createdAt }
}
