import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'

export interface ChatFilePlace {
  readonly workspaceId: string
  readonly conversationId: string
}

/** The note that holds a chat. */
export interface ChatFileRecord extends ChatFilePlace {
  /** How often the chat has changed, and which of these changes the file holds. */
  readonly changed: number
  readonly written: number
  readonly path: string | undefined
  /** Of the bytes that were written last. */
  readonly hash: string | undefined
  /** Of the bytes that were about to be written; set while that is under way, or where it was cut off. */
  readonly next: string | undefined
  /** The object with the engine's state that the file names. */
  readonly state: string | undefined
  /** A message about it for the user. */
  readonly notice: string | undefined
}

/** A chat whose file is not up to date. */
export interface ChatFileBehind {
  readonly conversationId: string
  readonly isTrashed: boolean
}

export type ChatFileWritten = ChatFilePlace &
  Pick<ChatFileRecord, 'written' | 'path' | 'hash' | 'state' | 'notice'>

export interface ChatFiles {
  /** Belongs into the commit of whatever changes a chat, so that a crash cannot hide the change. */
  readonly mark: (place: ChatFilePlace) => Statement
  /** Records the text that is about to be written, and its path. */
  readonly begin: (place: ChatFilePlace & { readonly path: string; readonly next: string }) => Statement
  /** Records the text that is now on disk. */
  readonly end: (file: ChatFileWritten) => Statement
  readonly notify: (place: ChatFilePlace & { readonly notice: string }) => Statement
  readonly get: (place: ChatFilePlace) => Promise<ChatFileRecord | undefined>
  /** Chats with a turn that no file holds as they are now, and files of chats in the trash; the oldest chat first. */
  readonly behind: (workspaceId: string) => Promise<readonly ChatFileBehind[]>
}

export function chatFiles(database: Kysely<Schema>): ChatFiles {
  const change = ({ workspaceId, conversationId }: ChatFilePlace) =>
    database
      .updateTable('chat_files')
      .where('workspace_id', '=', workspaceId)
      .where('conversation_id', '=', conversationId)
  return {
    mark: (place) =>
      statement(
        place.workspaceId,
        database
          .insertInto('chat_files')
          .values(newRow(place))
          .onConflict((conflict) =>
            conflict
              .columns(['workspace_id', 'conversation_id'])
              .doUpdateSet({ changed: sql<number>`chat_files.changed + 1` }),
          )
          .compile(),
      ),
    begin: ({ path, next, ...place }) =>
      statement(place.workspaceId, change(place).set({ path, next }).compile(), 1),
    end: ({ written, path, hash, state, notice, ...place }) =>
      statement(
        place.workspaceId,
        change(place)
          .set({
            written,
            path: path ?? null,
            hash: hash ?? null,
            next: null,
            state: state ?? null,
            notice: notice ?? null,
          })
          .compile(),
        1,
      ),
    notify: ({ notice, ...place }) =>
      statement(place.workspaceId, change(place).set({ notice }).compile(), 1),
    get: async ({ workspaceId, conversationId }) => {
      const row = await database
        .selectFrom('chat_files')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    behind: async (workspaceId) => {
      const rows = await behindQuery(database, workspaceId).execute()
      return rows.map((row) => ({ conversationId: row.id, isTrashed: row.trashed_at !== null }))
    },
  }
}

function behindQuery(database: Kysely<Schema>, workspaceId: string) {
  return database
    .selectFrom('conversations')
    .leftJoin('chat_files', (join) =>
      join
        .onRef('chat_files.workspace_id', '=', 'conversations.workspace_id')
        .onRef('chat_files.conversation_id', '=', 'conversations.id'),
    )
    .select(['conversations.id', 'conversations.trashed_at'])
    .where('conversations.workspace_id', '=', workspaceId)
    .where((where) =>
      where.or([
        where.and([
          where('conversations.trashed_at', 'is', null),
          where.or([
            // Of a time before there were chat files.
            where('chat_files.changed', 'is', null),
            where('chat_files.changed', '>', where.ref('chat_files.written')),
          ]),
          where.exists(
            where
              .selectFrom('turns')
              .select('turns.id')
              .whereRef('turns.workspace_id', '=', 'conversations.workspace_id')
              .whereRef('turns.conversation_id', '=', 'conversations.id'),
          ),
        ]),
        where.and([
          where('conversations.trashed_at', 'is not', null),
          where('chat_files.path', 'is not', null),
        ]),
      ]),
    )
    .orderBy('conversations.activity')
}

function newRow({ workspaceId, conversationId }: ChatFilePlace): Schema['chat_files'] {
  const nothing = { path: null, hash: null, next: null, state: null, notice: null }
  return {
    workspace_id: workspaceId,
    conversation_id: conversationId,
    changed: 1,
    written: 0,
    ...nothing,
  }
}

function fromRow(row: Schema['chat_files']): ChatFileRecord {
  return {
    workspaceId: row.workspace_id,
    conversationId: row.conversation_id,
    changed: row.changed,
    written: row.written,
    path: row.path ?? undefined,
    hash: row.hash ?? undefined,
    next: row.next ?? undefined,
    state: row.state ?? undefined,
    notice: row.notice ?? undefined,
  }
}
