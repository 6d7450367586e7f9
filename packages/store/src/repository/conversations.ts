import { type Kysely, type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { parseJson } from './parse-json.ts'

/** Of a turn or of an answer: these go first, for what they point at goes next. */
const OF_TURNS = ['redactions', 'choices', 'viewed_leaves', 'calls', 'engine_states'] as const

const OF_CHATS = [
  'answers',
  'turns',
  'side_calls',
  'forgets',
  'next_turn_options',
  'wire_caches',
  'cache_objects',
  'chat_files',
] as const

export interface Conversations extends ConversationReads, ConversationWrites {}

export function conversations(database: Kysely<Schema>): Conversations {
  return { ...conversationReads(database), ...conversationWrites(database) }
}

/** How conversations are created, change and go. */
interface ConversationWrites {
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
}

function conversationWrites(database: Kysely<Schema>): ConversationWrites {
  const change = ({ workspaceId, id }: ConversationPlace, values: UpdateObject<Schema, 'conversations'>) =>
    statement(
      workspaceId,
      database
        .updateTable('conversations')
        .set(values)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('trashed_at', 'is', null)
        .compile(),
      1,
    )
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
    rename: ({ title, titledBy, ...chat }) => change(chat, { title, titled_by: titledBy }),
    configure: ({ settings, ...chat }) => change(chat, { settings: JSON.stringify(settings) }),
    touch: ({ at, ...chat }) => change(chat, { updated_at: at, activity: nextActivity(chat.workspaceId) }),
    trash: ({ at, ...chat }) => change(chat, { trashed_at: at }),
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
    showBranch: ({ headTurnId, ...chat }) => change(chat, { head_turn_id: headTurnId }),
    pin: ({ at, ...chat }) => change(chat, { pinned_at: at ?? null }),
    archive: ({ at, ...chat }) => change(chat, { archived_at: at ?? null }),
    tag: ({ tags, ...chat }) => change(chat, { tags: JSON.stringify(tags) }),
  }
}

function nextActivity(workspaceId: string): RawBuilder<number> {
  return sql<number>`(select coalesce(max(activity), 0) + 1 from conversations where workspace_id = ${workspaceId})`
}

/**
 * Deletes a conversation for good, with the values of its placeholders. Its costs stay in the sums. Conflict
 * unless it is in the trash.
 */
function eraseConversation(
  database: Kysely<Schema>,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): readonly Statement[] {
  const turns = database
    .selectFrom('turns')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', id)
  const due = sql`delete from chat_texts_due where workspace_id = ${workspaceId} and (source_id = ${id}
    or source_id in (select id from turns where workspace_id = ${workspaceId} and conversation_id = ${id})
    or source_id in (select id from answers where workspace_id = ${workspaceId} and conversation_id = ${id}))`
  return [
    statement(workspaceId, due.compile(database)),
    ...OF_TURNS.map((table) =>
      statement(
        workspaceId,
        database
          .deleteFrom(table)
          .where('workspace_id', '=', workspaceId)
          .where('turn_id', 'in', turns)
          .compile(),
      ),
    ),
    ...OF_CHATS.map((table) =>
      statement(
        workspaceId,
        database
          .deleteFrom(table)
          .where('workspace_id', '=', workspaceId)
          .where('conversation_id', '=', id)
          .compile(),
      ),
    ),
    statement(
      workspaceId,
      database
        .deleteFrom('conversations')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('trashed_at', 'is not', null)
        .compile(),
      1,
    ),
  ]
}

/** How conversations are found. */
interface ConversationReads {
  /** Undefined for one that is in the trash, or in another workspace. */
  readonly get: (chat: ConversationPlace) => Promise<ConversationRecord | undefined>
  /** These, also those in the trash, in any order. */
  readonly some: (workspaceId: string, ids: readonly string[]) => Promise<readonly ConversationRecord[]>
  /** Whether another workspace has it; reveals nothing else. */
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

function conversationReads(database: Kysely<Schema>): ConversationReads {
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
  return {
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

/**
 * How a chat's settings name its project. They are stored as compact JSON, where quotation marks in texts are
 * escaped, so nothing else in them can look like this.
 */
export function projectSetting(project: string): string {
  return `"project":${JSON.stringify(project)}`
}

export interface ConversationRecord {
  readonly workspaceId: string
  readonly id: string
  readonly title: string
  readonly titledBy: 'default' | 'message' | 'user'
  readonly createdAt: number
  readonly updatedAt: number
  /** An answer is being written. */
  readonly answering: boolean
  /** The chat's model settings, as JSON. */
  readonly settings: unknown
  /** The last turn of the branch on show; absent before the first turn, and in chats that never branched. */
  readonly headTurnId: string | undefined
  readonly pinnedAt: number | undefined
  readonly archivedAt: number | undefined
  readonly trashedAt: number | undefined
  readonly tags: readonly string[]
}

interface ConversationPlace {
  readonly workspaceId: string
  readonly id: string
}
