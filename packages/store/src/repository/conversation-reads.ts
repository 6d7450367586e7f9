import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { ConversationPlace, ConversationRecord } from './conversation-record.ts'
import { parseJson } from './parse-json.ts'
import { projectSetting } from './project-setting.ts'

/** How conversations are found. */
export interface ConversationReads {
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

export function conversationReads(database: Kysely<Schema>): ConversationReads {
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
