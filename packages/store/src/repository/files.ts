import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'

export interface FilePlace {
  readonly workspaceId: string
  readonly path: string
}

export interface FileRecord extends FilePlace {
  /** Of its bytes, which are a blob of the same workspace. */
  readonly hash: string
  readonly bytes: number
  readonly modified: number
  /** Counted in its workspace: another one after every change. */
  readonly revision: number
}

/** A file as it was seen: a change to another one is a conflict. */
export type SeenFile = Pick<FileRecord, 'workspaceId' | 'path' | 'revision'>

/** Files that are in the database. The paths are guarded by anyone who asks. */
export interface Files {
  /** A conflict where there is such a file, or a folder of its name, or a file in the place of a folder of it. */
  readonly insert: (file: Omit<FileRecord, 'revision'>) => Statement
  readonly replace: (seen: SeenFile, content: Pick<FileRecord, 'hash' | 'bytes' | 'modified'>) => Statement
  /** A conflict as with `insert`. */
  readonly move: (seen: SeenFile, to: string) => Statement
  readonly remove: (seen: SeenFile) => Statement
  readonly get: (place: FilePlace) => Promise<FileRecord | undefined>
  readonly list: (workspaceId: string, most: number) => Promise<readonly FileRecord[]>
  /** Files directly in a folder; `''` is the root. */
  readonly listFolder: (workspaceId: string, folder: string) => Promise<readonly FileRecord[]>
  readonly isFolder: (place: FilePlace) => Promise<boolean>
  /** The first of these paths that is a file. */
  readonly firstOf: (workspaceId: string, paths: readonly string[]) => Promise<string | undefined>
  /** A number that grows with every change in the workspace. */
  readonly revision: (workspaceId: string) => Promise<number>
}

export function files(database: Kysely<Schema>): Files {
  return { ...fileWrites(database), ...fileReads(database) }
}

type Writes = 'insert' | 'replace' | 'move' | 'remove'

function fileWrites(database: Kysely<Schema>): Pick<Files, Writes> {
  return {
    insert: ({ workspaceId, path, hash, bytes, modified }) =>
      statement(
        workspaceId,
        // The casts say to PostgreSQL what a parameter without a column is.
        sql`insert into files (workspace_id, path, hash, bytes, modified, revision)
          select ${workspaceId}, ${path}, ${hash}, cast(${bytes} as bigint), cast(${modified} as bigint),
            ${nextFileNumber(workspaceId)}
          where ${isFree(workspaceId, path)}`.compile(database),
        1,
      ),
    replace: (seen, { hash, bytes, modified }) =>
      statement(
        seen.workspaceId,
        database
          .updateTable('files')
          .set({ hash, bytes, modified, revision: nextFileNumber(seen.workspaceId) })
          .where((builder) => isSeen(builder, seen))
          .compile(),
        1,
      ),
    move: (seen, to) =>
      statement(
        seen.workspaceId,
        database
          .updateTable('files')
          .set({ path: to, revision: nextFileNumber(seen.workspaceId) })
          .where((builder) => isSeen(builder, seen))
          .where(isFree(seen.workspaceId, to))
          .compile(),
        1,
      ),
    remove: (seen) =>
      statement(
        seen.workspaceId,
        database
          .deleteFrom('files')
          .where((builder) => isSeen(builder, seen))
          .compile(),
        1,
      ),
  }
}

function fileReads(database: Kysely<Schema>): Omit<Files, Writes> {
  const all = database.selectFrom('files').selectAll()
  return {
    get: async ({ workspaceId, path }) => {
      const row = await all
        .where('workspace_id', '=', workspaceId)
        .where('path', '=', path)
        .executeTakeFirst()
      return row && fileFromRow(row)
    },
    list: async (workspaceId, most) => {
      const rows = await all.where('workspace_id', '=', workspaceId).orderBy('path').limit(most).execute()
      return rows.map(fileFromRow)
    },
    listFolder: async (workspaceId, folder) => {
      const within = all.where('workspace_id', '=', workspaceId)
      const [from, to] = rangeBelow(folder)
      const rows = await (folder === ''
        ? within.where('path', 'not like', '%/%')
        : within.where('path', '>=', from).where('path', '<', to)
      ).execute()
      return rows.filter(({ path }) => !path.slice(from.length).includes('/')).map(fileFromRow)
    },
    isFolder: async ({ workspaceId, path }) => {
      const [from, to] = rangeBelow(path)
      const row = await database
        .selectFrom('files')
        .select('path')
        .where('workspace_id', '=', workspaceId)
        .where('path', '>=', from)
        .where('path', '<', to)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    firstOf: async (workspaceId, paths) => {
      if (paths.length === 0) return undefined
      const row = await database
        .selectFrom('files')
        .select('path')
        .where('workspace_id', '=', workspaceId)
        .where('path', 'in', paths)
        .orderBy('path')
        .limit(1)
        .executeTakeFirst()
      return row?.path
    },
    revision: async (workspaceId) => {
      const row = await database
        .selectNoFrom(nextFileNumber(workspaceId).as('next'))
        .executeTakeFirstOrThrow()
      return row.next - 1
    },
  }
}

function isSeen(
  builder: ExpressionBuilder<Schema, 'files'>,
  { workspaceId, path, revision }: SeenFile,
): ReturnType<typeof builder.and> {
  return builder.and({ workspace_id: workspaceId, path, revision })
}

/** Whether no file has that path, is below it, or blocks one of its parent folders. */
function isFree(workspaceId: string, path: string): RawBuilder<boolean> {
  const [from, to] = rangeBelow(path)
  const taken = sql.join([path, ...foldersOf(path)])
  return sql<boolean>`not exists (select 1 from files as other where other.workspace_id = ${workspaceId}
    and (other.path in (${taken}) or (other.path >= ${from} and other.path < ${to})))`
}

/** The folders of a path, from the root down. */
export function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

/** Everything below a folder: '0' is the character after '/'. */
function rangeBelow(folder: string): readonly [from: string, to: string] {
  return folder === '' ? ['', ''] : [`${folder}/`, `${folder}0`]
}

function fileFromRow(row: Schema['files']): FileRecord {
  const { workspace_id: workspaceId, path, hash, bytes, modified, revision } = row
  return { workspaceId, path, hash, bytes, modified, revision }
}

/** The next of the numbers that files and versions share. A file that was removed leaves its number with its version, so the highest one of both never falls. */
export function nextFileNumber(workspaceId: string): RawBuilder<number> {
  return sql<number>`(select coalesce(max(used), 0) + 1 from (
    select max(revision) as used from files where workspace_id = ${workspaceId}
    union all select max(sequence) from file_versions where workspace_id = ${workspaceId}) as numbers)`
}

/** An earlier version of a file. */
export interface FileVersionRecord extends FilePlace {
  readonly id: string
  readonly hash: string
  readonly bytes: number
  readonly keptAt: number
}

/** Earlier versions of files in the database: rows are added and never changed. */
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
