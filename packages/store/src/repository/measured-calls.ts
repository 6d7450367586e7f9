import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { AnswerStatus, AnswerUsage } from './answer-record.ts'
import { parseJson } from './parse-json.ts'

/** A call with what became of its answer. */
export interface MeasuredCall {
  readonly answerId: string
  readonly turnId: string
  readonly conversationId: string
  readonly modelId: string
  readonly modelName: string
  readonly status: AnswerStatus
  readonly startedAt: number
  readonly usage: AnswerUsage | undefined
  readonly summary: unknown
}

export interface MeasuredSpan {
  readonly workspaceId: string
  /** One chat; all of them where it is left out. */
  readonly conversationId?: string | undefined
  /** Calls at `from` or later and before `until`. */
  readonly from: number
  readonly until: number
}

/** One synchronous read on the main thread: keep it small. */
const PAGE = 500

/** The first call of each answer, in pages; in no order that means anything. */
export async function* measuredCalls(
  database: Kysely<Schema>,
  span: MeasuredSpan,
): AsyncGenerator<readonly MeasuredCall[]> {
  for (let after = ''; ; ) {
    const rows = await measuredRows(database, span, after)
    yield rows.map(fromMeasured)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

/** By the primary key, so that no page reads what another one read. */
function measuredRows(
  database: Kysely<Schema>,
  { workspaceId, conversationId, from, until }: MeasuredSpan,
  after: string,
) {
  const rows = database
    .selectFrom('answers')
    .innerJoin('calls', (join) =>
      join
        .onRef('calls.workspace_id', '=', 'answers.workspace_id')
        .onRef('calls.answer_id', '=', 'answers.id'),
    )
    .select(['answers.id', 'answers.turn_id', 'answers.conversation_id', 'answers.model_id'])
    .select(['answers.model_name', 'answers.status', 'answers.started_at', 'answers.usage', 'calls.summary'])
    .where('answers.workspace_id', '=', workspaceId)
    .where('answers.id', '>', after)
    .where('answers.started_at', '>=', from)
    .where('answers.started_at', '<', until)
    .where('calls.number', '=', 1)
    .orderBy('answers.id')
    .limit(PAGE)
  return (
    conversationId === undefined ? rows : rows.where('answers.conversation_id', '=', conversationId)
  ).execute()
}

function fromMeasured(row: Awaited<ReturnType<typeof measuredRows>>[number]): MeasuredCall {
  const where = `answer ${row.id}`
  return {
    answerId: row.id,
    turnId: row.turn_id,
    conversationId: row.conversation_id,
    modelId: row.model_id,
    modelName: row.model_name,
    status: row.status,
    startedAt: row.started_at,
    usage: row.usage === null ? undefined : (parseJson(row.usage, where) as AnswerUsage),
    summary: parseJson(row.summary, where),
  }
}
