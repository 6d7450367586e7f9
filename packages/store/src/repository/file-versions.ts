import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import type { FilePlace } from './files.ts'
import { nextFileNumber } from './next-file-number.ts'

/** What a file once was. */
export interface FileVersionRecord extends FilePlace {
  readonly id: string
  readonly hash: string
  readonly bytes: number
  readonly keptAt: number
}

/** What files of the database were before they were replaced or removed: added to and never changed. */
export interface FileVersions {
  readonly insert: (version: FileVersionRecord) => Statement
  readonly get: (workspaceId: string, id: string) => Promise<FileVersionRecord | undefined>
  /** Newest first. */
  readonly list: (place: FilePlace) => Promise<readonly FileVersionRecord[]>
  /** A version goes to the trash, and comes back: once. */
  readonly trash: (workspaceId: string, id: string) => Statement
  readonly untrash: (workspaceId: string, id: string) => Statement
  readonly trashed: (workspaceId: string, id: string) => Promise<FileVersionRecord | undefined>
  /** Newest first. */
  readonly listTrash: (workspaceId: string) => Promise<readonly FileVersionRecord[]>
}

export function fileVersions(database: Kysely<Schema>): FileVersions {
  const all = database.selectFrom('file_versions').selectAll('file_versions')
  const inTrash = all
    .innerJoin('file_trash', (join) =>
      join
        .onRef('file_trash.workspace_id', '=', 'file_versions.workspace_id')
        .onRef('file_trash.id', '=', 'file_versions.id'),
    )
    .orderBy('file_versions.sequence', 'desc')
  return {
    insert: ({ workspaceId, id, path, hash, bytes, keptAt }) => {
      const values = { workspace_id: workspaceId, id, path, hash, bytes, kept_at: keptAt }
      return statement(
        workspaceId,
        database
          .insertInto('file_versions')
          .values({ ...values, sequence: nextFileNumber(workspaceId) })
          .compile(),
      )
    },
    get: async (workspaceId, id) => {
      const row = await all.where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst()
      return row && versionFromRow(row)
    },
    list: async ({ workspaceId, path }) => {
      const rows = await all
        .where('workspace_id', '=', workspaceId)
        .where('path', '=', path)
        .orderBy('sequence', 'desc')
        .execute()
      return rows.map(versionFromRow)
    },
    trash: (workspaceId, id) =>
      statement(
        workspaceId,
        database.insertInto('file_trash').values({ workspace_id: workspaceId, id }).compile(),
      ),
    untrash: (workspaceId, id) =>
      statement(
        workspaceId,
        database
          .deleteFrom('file_trash')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .compile(),
        1,
      ),
    trashed: async (workspaceId, id) => {
      const row = await inTrash
        .where('file_versions.workspace_id', '=', workspaceId)
        .where('file_versions.id', '=', id)
        .executeTakeFirst()
      return row && versionFromRow(row)
    },
    listTrash: async (workspaceId) => {
      const rows = await inTrash.where('file_versions.workspace_id', '=', workspaceId).execute()
      return rows.map(versionFromRow)
    },
  }
}

function versionFromRow(row: Schema['file_versions']): FileVersionRecord {
  const { workspace_id: workspaceId, id, path, hash, bytes, kept_at: keptAt } = row
  return { workspaceId, id, path, hash, bytes, keptAt }
}
