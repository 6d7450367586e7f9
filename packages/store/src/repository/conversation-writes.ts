import { type Kysely, type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import type { ConversationPlace } from './conversation-record.ts'
import { eraseConversation } from './erase-conversation.ts'
import { statement } from './statement.ts'

/** How conversations come to be, change and go. */
export interface ConversationWrites {
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

export function conversationWrites(database: Kysely<Schema>): ConversationWrites {
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
