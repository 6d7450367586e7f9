import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { parseJson } from './parse-json.ts'

/** Named JSON values of a workspace. */
export interface Settings {
  readonly set: (workspaceId: string, name: string, value: unknown) => Statement
  readonly get: (workspaceId: string, name: string) => Promise<unknown>
  /** Several at once, by name; without those that are not there. */
  readonly some: (workspaceId: string, names: readonly string[]) => Promise<ReadonlyMap<string, unknown>>
  /** With its text, which `replace` wants. */
  readonly read: (workspaceId: string, name: string) => Promise<ReadSetting | undefined>
  /** Sets it where it still is as it was read, or still is not there: two writers cannot write past each other. */
  readonly replace: (workspaceId: string, name: string, change: SettingChange) => Statement
}

export interface ReadSetting {
  readonly value: unknown
  readonly text: string
}

export interface SettingChange {
  readonly before: ReadSetting | undefined
  readonly value: unknown
}

export function settings(database: Kysely<Schema>): Settings {
  const read = async (workspaceId: string, name: string): Promise<ReadSetting | undefined> => {
    const row = await database
      .selectFrom('settings')
      .select('value')
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row && { text: row.value, value: parseJson(row.value, `setting ${name}`) }
  }
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
    get: async (workspaceId, name) => (await read(workspaceId, name))?.value,
    some: async (workspaceId, names) => {
      const rows = await database
        .selectFrom('settings')
        .select(['name', 'value'])
        .where('workspace_id', '=', workspaceId)
        .where('name', 'in', names)
        .execute()
      return new Map(rows.map(({ name, value }) => [name, parseJson(value, `setting ${name}`)]))
    },
    read,
    replace: (workspaceId, name, { before, value }) => {
      const json = JSON.stringify(value)
      const query = before
        ? database
            .updateTable('settings')
            .set({ value: json })
            .where('workspace_id', '=', workspaceId)
            .where('name', '=', name)
            .where('value', '=', before.text)
        : database
            .insertInto('settings')
            .values({ workspace_id: workspaceId, name, value: json })
            .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).doNothing())
      return statement(workspaceId, query.compile(), 1)
    },
  }
}

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
