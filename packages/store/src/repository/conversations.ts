import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { eraseConversation } from './erase-conversation.ts'
import { parseJson } from './parse-json.ts'
import { projectSetting } from './project-setting.ts'
import { statement } from './statement.ts'

export interface ConversationRecord {
  readonly workspaceId: string
  readonly id: string
  readonly title: string
  readonly titledBy: 'default' | 'message' | 'user'
  readonly createdAt: number
  readonly updatedAt: number
  /** An answer is being written. */
  readonly answering: boolean
  /** What the user asks of the models of this chat, as JSON. */
  readonly settings: unknown
  /** The last turn of the branch on show; absent before the first turn, and in chats that never branched. */
  readonly headTurnId: string | undefined
  readonly pinnedAt: number | undefined
  readonly archivedAt: number | undefined
  readonly trashedAt: number | undefined
  readonly tags: readonly string[]
}

export interface ConversationPlace {
  readonly workspaceId: string
  readonly id: string
}

export interface Conversations {
  readonly insert: (chat: ConversationPlace & { readonly title: string; readonly at: number }) => Statement
  readonly rename: (
    chat: ConversationPlace & { readonly title: string; readonly titledBy: 'message' | 'user' },
  ) => Statement
  readonly configure: (chat: ConversationPlace & { readonly settings: unknown }) => Statement
  /** Marks it as used now; the order of chats follows a counter, not the clock. */
  readonly touch: (chat: ConversationPlace & { readonly at: number }) => Statement
  readonly trash: (chat: ConversationPlace & { readonly at: number }) => Statement
  /** For good. A conflict for one that is not in the trash. */
  readonly erase: (chat: ConversationPlace) => readonly Statement[]
  /** A conflict for one that is not in the trash. */
  readonly restore: (chat: ConversationPlace) => Statement
  /** Shows the branch that ends with this turn. */
  readonly showBranch: (chat: ConversationPlace & { readonly headTurnId: string }) => Statement
  readonly pin: (chat: ConversationPlace & { readonly at: number | undefined }) => Statement
  readonly archive: (chat: ConversationPlace & { readonly at: number | undefined }) => Statement
  readonly tag: (chat: ConversationPlace & { readonly tags: readonly string[] }) => Statement
  /** Undefined for one that is in the trash, or in another workspace. */
  readonly get: (chat: ConversationPlace) => Promise<ConversationRecord | undefined>
  /** These, also those in the trash, in any order. */
  readonly some: (workspaceId: string, ids: readonly string[]) => Promise<readonly ConversationRecord[]>
  /** Whether any other workspace has it; nothing else of it is told. */
  readonly isForeign: (chat: ConversationPlace) => Promise<boolean>
  /** Pinned ones first, then the most recently used; those in the trash only where they are asked for. */
  readonly list: (workspaceId: string, options?: ListOptions) => Promise<readonly ConversationRecord[]>
}

export interface ListOptions {
  readonly among?: 'current' | 'archived' | 'trashed' | undefined
  /** Only those of this project, by the name of its file. */
  readonly project?: string | undefined
  readonly limit?: number | undefined
  /** How many to leave out. */
  readonly after?: number | undefined
}

export function conversations(database: Kysely<Schema>): Conversations {
  const every = database
    .selectFrom('conversations')
    .selectAll('conversations')
    .select((builder) =>
      builder
        .exists(
          builder
            .selectFrom('answers')
            .select('answers.id')
            .whereRef('answers.workspace_id', '=', 'conversations.workspace_id')
            .whereRef('answers.conversation_id', '=', 'conversations.id')
            .where('answers.status', '=', sql.lit('streaming')),
        )
        .as('answering'),
    )
  const live = every.where('trashed_at', 'is', null)
  const change = ({ workspaceId, id }: ConversationPlace) =>
    database
      .updateTable('conversations')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('trashed_at', 'is', null)
  return {
    insert: ({ workspaceId, id, title, at }) => {
      const times = { created_at: at, updated_at: at, activity: nextActivity(workspaceId), trashed_at: null }
      const values = {
        settings: '{}',
        workspace_id: workspaceId,
        id,
        title,
        titled_by: 'default' as const,
        head_turn_id: null,
        pinned_at: null,
        archived_at: null,
        tags: '[]',
        ...times,
      }
      return statement(workspaceId, database.insertInto('conversations').values(values).compile())
    },
    rename: ({ title, titledBy, ...chat }) =>
      statement(chat.workspaceId, change(chat).set({ title, titled_by: titledBy }).compile(), 1),
    configure: ({ settings, ...chat }) =>
      statement(
        chat.workspaceId,
        change(chat)
          .set({ settings: JSON.stringify(settings) })
          .compile(),
        1,
      ),
    touch: ({ at, ...chat }) =>
      statement(
        chat.workspaceId,
        change(chat)
          .set({ updated_at: at, activity: nextActivity(chat.workspaceId) })
          .compile(),
        1,
      ),
    trash: ({ at, ...chat }) =>
      statement(chat.workspaceId, change(chat).set({ trashed_at: at }).compile(), 1),
    restore: ({ workspaceId, id }) =>
      statement(
        workspaceId,
        database
          .updateTable('conversations')
          .set({ trashed_at: null })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .where('trashed_at', 'is not', null)
          .compile(),
        1,
      ),
    erase: (chat) => eraseConversation(database, chat),
    showBranch: ({ headTurnId, ...chat }) =>
      statement(chat.workspaceId, change(chat).set({ head_turn_id: headTurnId }).compile(), 1),
    pin: ({ at, ...chat }) =>
      statement(
        chat.workspaceId,
        change(chat)
          .set({ pinned_at: at ?? null })
          .compile(),
        1,
      ),
    archive: ({ at, ...chat }) =>
      statement(
        chat.workspaceId,
        change(chat)
          .set({ archived_at: at ?? null })
          .compile(),
        1,
      ),
    tag: ({ tags, ...chat }) =>
      statement(
        chat.workspaceId,
        change(chat)
          .set({ tags: JSON.stringify(tags) })
          .compile(),
        1,
      ),
    get: async ({ workspaceId, id }) => {
      const row = await live.where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    some: async (workspaceId, ids) => {
      if (ids.length === 0) return []
      const rows = await every.where('workspace_id', '=', workspaceId).where('id', 'in', ids).execute()
      return rows.map(fromRow)
    },
    isForeign: async ({ workspaceId, id }) => {
      const others = database.selectFrom('conversations').select('id').where('id', '=', id)
      return (await others.where('workspace_id', '!=', workspaceId).executeTakeFirst()) !== undefined
    },
    list: async (workspaceId, { among = 'current', project, limit, after = 0 } = {}) => {
      const all = every.where('workspace_id', '=', workspaceId)
      const here = project === undefined ? all : all.where(isOf(project))
      const some =
        among === 'trashed'
          ? here.where('trashed_at', 'is not', null)
          : here
              .where('trashed_at', 'is', null)
              .where('archived_at', among === 'current' ? 'is' : 'is not', null)
      // Apart, for the others then come in the order of their index: all of them need not be sorted.
      const pinned = await some.where('pinned_at', 'is not', null).orderBy('activity', 'desc').execute()
      const others = some.where('pinned_at', 'is', null).orderBy('activity', 'desc')
      if (limit === undefined) return [...pinned, ...(await others.execute())].map(fromRow)
      const first = pinned.slice(after, after + limit)
      const rest = others.limit(limit - first.length).offset(Math.max(0, after - pinned.length))
      return [...first, ...(first.length < limit ? await rest.execute() : [])].map(fromRow)
    },
  }
}

function isOf(project: string): RawBuilder<boolean> {
  return sql<boolean>`replace(settings, ${projectSetting(project)}, '') <> settings`
}

function nextActivity(workspaceId: string): RawBuilder<number> {
  return sql<number>`(select coalesce(max(activity), 0) + 1 from conversations where workspace_id = ${workspaceId})`
}

function fromRow(row: Schema['conversations'] & { readonly answering: unknown }): ConversationRecord {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    title: row.title,
    titledBy: row.titled_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    answering: Boolean(row.answering),
    settings: parseJson(row.settings, `chat ${row.id}`),
    headTurnId: row.head_turn_id ?? undefined,
    pinnedAt: row.pinned_at ?? undefined,
    archivedAt: row.archived_at ?? undefined,
    trashedAt: row.trashed_at ?? undefined,
    tags: parseJson(row.tags, `chat ${row.id}`) as readonly string[],
  }
}
