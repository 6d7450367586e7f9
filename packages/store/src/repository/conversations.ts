import { type Kysely, type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Schema } from '../schema.ts'
import { type ConversationReads, conversationReads } from './conversation-reads.ts'
import { type Statement, statement } from '../statement.ts'
import type { ConversationPlace } from './conversation-record.ts'

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

/** How conversations come to be, change and go. */
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
 * Takes a conversation out of the database, with what stands behind its placeholders: nobody can bring it back. What
 * was spent stays in the sums. A conflict for one that is not in the trash.
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
