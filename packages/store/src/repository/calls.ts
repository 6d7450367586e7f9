import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { parseJson, inChunks } from './parse-json.ts'
import { type MeasuredCall, measuredCalls, type MeasuredSpan } from './measured-calls.ts'

export interface CallPlace {
  readonly workspaceId: string
  readonly answerId: string
  /** Of the calls that an answer took, counted from 1. */
  readonly number: number
}

/** `summary` is what a list of turns shows; `root` is the whole, packed; as bytes where it is sealed. */
export interface CallContent {
  readonly summary: unknown
  readonly root: unknown
}

/** Stored in place of a request that was deleted. */
export interface DroppedCall {
  readonly droppedAt: number
  /** It was never kept, since there was no key to seal it with. */
  readonly unsealed?: true
}

export interface CallSummary {
  readonly turnId: string
  readonly answerId: string
  readonly number: number
  readonly summary: unknown
}

/** A model within a conversation. */
interface ModelPlace {
  readonly workspaceId: string
  readonly conversationId: string
  readonly modelId: string
}

/** The request as recorded when it was sent: an inspection is a record, not a later guess. */
export interface Calls {
  readonly put: (call: CallPlace & { readonly turnId: string } & CallContent) => Statement
  /** Where a request had to be sent in another form than was planned. */
  readonly correct: (call: CallPlace & CallContent) => Statement
  /** Saves the response; does nothing if the call is gone. */
  readonly saveResponse: (call: CallPlace & CallResponse) => Statement
  /** By number: undefined for one that was made before this was kept, or that still runs. */
  readonly responsesOf: (answer: Omit<CallPlace, 'number'>) => ReturnType<typeof responsesOf>
  /** Takes away what was sent and received in a conversation; that there were calls, and their summaries, stay. */
  readonly drop: (chat: {
    readonly workspaceId: string
    readonly conversationId: string
    readonly at: number
  }) => Statement
  /** The whole of a call, packed; bytes where it is sealed, a `DroppedCall` where it was taken away. */
  readonly get: (place: CallPlace) => Promise<unknown>
  /** Of the latest call of a model in a conversation. */
  readonly last: (
    place: ModelPlace,
  ) => Promise<{ readonly summary: unknown; readonly response: unknown } | undefined>
  /** By answer and number. */
  readonly ofTurns: (workspaceId: string, turnIds: readonly string[]) => Promise<readonly CallSummary[]>
  /** The first call of each answer, in pages; in no order that means anything. */
  readonly measured: (span: MeasuredSpan) => AsyncIterable<readonly MeasuredCall[]>
}

export function calls(database: Kysely<Schema>): Calls {
  const one = ({ workspaceId, answerId, number }: CallPlace) =>
    database
      .selectFrom('calls')
      .where('workspace_id', '=', workspaceId)
      .where('answer_id', '=', answerId)
      .where('number', '=', number)
  return {
    put: ({ workspaceId, answerId, number, turnId, summary, root }) => {
      const place = { workspace_id: workspaceId, answer_id: answerId, number, turn_id: turnId }
      return statement(
        workspaceId,
        database
          .insertInto('calls')
          .values({ ...place, summary: JSON.stringify(summary), ...content(root) })
          .compile(),
      )
    },
    correct: ({ workspaceId, answerId, number, summary, root }) =>
      statement(
        workspaceId,
        database
          .updateTable('calls')
          .set({ summary: JSON.stringify(summary), ...content(root) })
          .where('workspace_id', '=', workspaceId)
          .where('answer_id', '=', answerId)
          .where('number', '=', number)
          .compile(),
        1,
      ),
    saveResponse: ({ workspaceId, answerId, number, response, sealed }) =>
      statement(
        workspaceId,
        database
          .updateTable('calls')
          .set({ response: JSON.stringify(response), response_sealed: sealed ?? null })
          .where('workspace_id', '=', workspaceId)
          .where('answer_id', '=', answerId)
          .where('number', '=', number)
          .compile(),
      ),
    responsesOf: (answer) => responsesOf(database, answer),
    drop: ({ workspaceId, conversationId, at }) => {
      const turns = database
        .selectFrom('turns')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
      return statement(
        workspaceId,
        database
          .updateTable('calls')
          .set({ ...content({ droppedAt: at } satisfies DroppedCall), response_sealed: null })
          .where('workspace_id', '=', workspaceId)
          .where('turn_id', 'in', turns)
          .compile(),
      )
    },
    get: async (place) => {
      const row = await one(place).select(['root', 'sealed']).executeTakeFirst()
      return row && (row.sealed ?? parseJson(row.root, `a call of answer ${place.answerId}`))
    },
    last: (place) => lastCall(database, place),
    ofTurns: (workspaceId, turnIds) => summariesOf(database, workspaceId, turnIds),
    measured: (span) => measuredCalls(database, span),
  }
}

async function lastCall(
  database: Kysely<Schema>,
  { workspaceId, conversationId, modelId }: ModelPlace,
): ReturnType<Calls['last']> {
  const row = await database
    .selectFrom('answers')
    .innerJoin('calls', (join) =>
      join
        .onRef('calls.workspace_id', '=', 'answers.workspace_id')
        .onRef('calls.answer_id', '=', 'answers.id'),
    )
    .select(['calls.summary', 'calls.response', 'calls.answer_id'])
    .where('answers.workspace_id', '=', workspaceId)
    .where('answers.conversation_id', '=', conversationId)
    .where('answers.model_id', '=', modelId)
    .orderBy('answers.started_at', 'desc')
    .orderBy('answers.id', 'desc')
    .orderBy('calls.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const where = `a call of answer ${row.answer_id}`
  const response = row.response === null ? undefined : parseJson(row.response, where)
  return { summary: parseJson(row.summary, where), response }
}

async function summariesOf(
  database: Kysely<Schema>,
  workspaceId: string,
  turnIds: readonly string[],
): Promise<readonly CallSummary[]> {
  const found: CallSummary[] = []
  for (const chunk of inChunks(turnIds)) {
    const rows = await database
      .selectFrom('calls')
      .select(['turn_id', 'answer_id', 'number', 'summary'])
      .where('workspace_id', '=', workspaceId)
      .where('turn_id', 'in', chunk)
      .execute()
    for (const row of rows)
      found.push({
        turnId: row.turn_id,
        answerId: row.answer_id,
        number: row.number,
        summary: parseJson(row.summary, `a call of answer ${row.answer_id}`),
      })
  }
  // Not by the database, which would go through every call in that order.
  return found.sort((a, b) => compare(a.answerId, b.answerId) || a.number - b.number)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function content(root: unknown): Pick<Schema['calls'], 'root' | 'sealed'> {
  return root instanceof Uint8Array
    ? { root: 'null', sealed: root }
    : { root: JSON.stringify(root), sealed: null }
}

/** The response to a call. */
export interface CallResponse {
  /** When it began, how long it took, how it ended and what it used, as JSON: no word of anyone. */
  readonly response: unknown
  /** The model's output, readable by the app only. Undefined if it was deleted or could not be sealed. */
  readonly sealed: Uint8Array | undefined
}

/** Responses to the calls of an answer, by number; undefined if none is known. */
async function responsesOf(
  database: Kysely<Schema>,
  { workspaceId, answerId }: { readonly workspaceId: string; readonly answerId: string },
): Promise<ReadonlyMap<number, CallResponse | undefined>> {
  const rows = await database
    .selectFrom('calls')
    .select(['number', 'response', 'response_sealed'])
    .where('workspace_id', '=', workspaceId)
    .where('answer_id', '=', answerId)
    .orderBy('number')
    .execute()
  const where = `a call of answer ${answerId}`
  return new Map(
    rows.map(({ number, response, response_sealed: sealed }) => [
      number,
      response === null ? undefined : { response: parseJson(response, where), sealed: sealed ?? undefined },
    ]),
  )
}
