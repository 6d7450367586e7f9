import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { statement } from './statement.ts'

/** Of a turn or of an answer: these go first, for what they point at goes next. */
const OF_TURNS = ['redactions', 'choices', 'shown_ends', 'calls', 'engine_states'] as const
const OF_CHATS = [
  'answers',
  'turns',
  'side_calls',
  'forgets',
  'wishes',
  'wire_caches',
  'cache_objects',
  'chat_files',
] as const

/**
 * Takes a conversation out of the database, with what stands behind its placeholders: nobody can bring it back. What
 * was spent stays in the sums. A conflict for one that is not in the trash.
 */
export function eraseConversation(
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
