import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { MeasuredSpan } from './measured-calls.ts'
import { SIDE_CALL_SUMMARY, type SideCallSummary, toSideCallSummary } from './side-call-row.ts'

/** Read in one go on the thread that serves everyone: not too many. */
const PAGE = 500

/**
 * The calls beside answers in a span of time, in pages; in no order that means anything. By the primary key, so that
 * no page reads what another one read.
 */
export async function* measuredSideCalls(
  database: Kysely<Schema>,
  { workspaceId, conversationId, from, until }: MeasuredSpan,
): AsyncGenerator<readonly SideCallSummary[]> {
  const within = database
    .selectFrom('side_calls')
    .select(SIDE_CALL_SUMMARY)
    .where('workspace_id', '=', workspaceId)
    .where('at', '>=', from)
    .where('at', '<', until)
    .orderBy('id')
    .limit(PAGE)
  const rows = conversationId === undefined ? within : within.where('conversation_id', '=', conversationId)
  for (let after = ''; ; ) {
    const page = await rows.where('id', '>', after).execute()
    yield page.map(toSideCallSummary)
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}
