import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type {
  AnswerOwner,
  AnswerEnd,
  AnswerPlace,
  AnswerRecord,
  AnswerSource,
  AnswerUsage,
  NewAnswer,
} from './answer-record.ts'
import { inChunks, parseJson } from './parse-json.ts'
import { type SqlValue, type Statement, statement } from '../statement.ts'

export interface Answers extends AnswerReads, AnswerWrites {}

export function answers(database: Kysely<Schema>, owner: AnswerOwner): Answers {
  return { ...answerReads(database, owner), ...answerWrites(database, owner) }
}

/** Answers as they are, and who writes them. */
interface AnswerReads {
  /** Answers that this program writes and was asked to stop. */
  readonly stopsAsked: () => Promise<readonly AnswerPlace[]>
  /** Other programs write answers into this database too. */
  readonly isShared: boolean
  /** Unfinished answers of ended programs, if there are several programs. */
  readonly leftUnfinished: () => Promise<readonly AnswerPlace[]>
  readonly get: (place: AnswerPlace) => Promise<AnswerRecord | undefined>
  /** In the order of the models that were asked, then as they came. */
  readonly ofTurn: (workspaceId: string, turnId: string) => Promise<readonly AnswerRecord[]>
  readonly ofTurns: (workspaceId: string, turnIds: readonly string[]) => Promise<readonly AnswerRecord[]>
  readonly list: (workspaceId: string, conversationId: string) => Promise<readonly AnswerRecord[]>
  /** When a model was last called in a chat: at most so many times, oldest first. */
  readonly startTimes: (
    place: { readonly workspaceId: string; readonly conversationId: string; readonly modelId: string },
    most: number,
  ) => Promise<readonly number[]>
}

function answerReads(database: Kysely<Schema>, owner: AnswerOwner): AnswerReads {
  const all = database.selectFrom('answers').selectAll()
  const running = database
    .selectFrom('answers')
    .select(['workspace_id', 'id'])
    .where('status', '=', sql.lit('streaming'))
  return {
    isShared: owner.id !== null,
    stopsAsked: async () => {
      if (owner.id === null) return []
      const asked = running.where('owner', '=', owner.id).where('stop_asked_at', 'is not', null)
      return (await asked.execute()).map(placeOf)
    },
    leftUnfinished: async () =>
      owner.id === null ? [] : (await running.where(owner.isGone).execute()).map(placeOf),
    get: async ({ workspaceId, id }) => {
      const row = await all.where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst()
      return row && answerFromRow(row)
    },
    ofTurn: async (workspaceId, turnId) => {
      const rows = await all
        .where('workspace_id', '=', workspaceId)
        .where('turn_id', '=', turnId)
        .orderBy('position')
        .orderBy('id')
        .execute()
      return rows.map(answerFromRow)
    },
    list: async (workspaceId, conversationId) => {
      const inConversation = all
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
      return (await inConversation.orderBy('position').orderBy('id').execute()).map(answerFromRow)
    },
    ofTurns: async (workspaceId, turnIds) => {
      const found: AnswerRecord[] = []
      for (const chunk of inChunks(turnIds)) {
        const rows = await all
          .where('workspace_id', '=', workspaceId)
          .where('turn_id', 'in', chunk)
          .orderBy('position')
          .orderBy('id')
          .execute()
        for (const row of rows) found.push(answerFromRow(row))
      }
      return found
    },
    startTimes: async ({ workspaceId, conversationId, modelId }, most) => {
      const rows = await database
        .selectFrom('answers')
        .select('started_at')
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
        .where('model_id', '=', modelId)
        .orderBy('started_at', 'desc')
        .limit(most)
        .execute()
      return rows.map((row) => row.started_at).reverse()
    },
  }
}

function placeOf(row: Pick<Schema['answers'], 'workspace_id' | 'id'>): AnswerPlace {
  return { workspaceId: row.workspace_id, id: row.id }
}

/** How answers are created and end. */
interface AnswerWrites {
  readonly insert: (answer: NewAnswer) => Statement
  /**
   * Precondition for adding answers to an existing turn. Conflict if the conversation is gone or waits for an
   * answer, or if the turn's answers changed since planning.
   */
  readonly requireStanding: (turn: {
    readonly workspaceId: string
    readonly conversationId: string
    readonly turnId: string
    readonly count: number
  }) => Statement
  /** Adds what came since the last checkpoint. */
  readonly appendText: (place: AnswerPlace, delta: string) => Statement
  /** Tool calls so far. */
  readonly saveSteps: (place: AnswerPlace, steps: unknown) => Statement
  /** Changes the steps of an answer that has ended. A conflict where they are not as they were read. */
  readonly reviseSteps: (place: AnswerPlace, before: unknown, after: unknown) => Statement
  /** An answer ends once: a second end is a conflict. */
  readonly finish: (place: AnswerPlace, end: AnswerEnd) => Statement
  /** Asks whichever program writes an answer to stop. Nothing happens to one that has ended. */
  readonly askStop: (place: AnswerPlace, at: number) => Statement
  /** Marks one of those as interrupted; does nothing if its program is alive after all. */
  readonly interrupt: (place: AnswerPlace, at: number) => Statement
  /** Marks unfinished answers of ended programs as interrupted; at start-up, all of them. */
  readonly interruptAll: (at: number) => Statement
}

function answerWrites(database: Kysely<Schema>, owner: AnswerOwner): AnswerWrites {
  const change = ({ workspaceId, id }: AnswerPlace) =>
    database
      .updateTable('answers')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('status', '=', 'streaming')
  return {
    insert: (answer) =>
      statement(
        answer.workspaceId,
        database
          .insertInto('answers')
          .values({ ...newRow(answer), owner: owner.id })
          .compile(),
      ),
    requireStanding: (turn) => statement(turn.workspaceId, standingQuery(turn).compile(database), 1),
    appendText: (place, delta) =>
      statement(
        place.workspaceId,
        change(place)
          .set({ text: sql<string>`text || ${delta}` })
          .compile(),
        1,
      ),
    saveSteps: (place, steps) =>
      statement(
        place.workspaceId,
        change(place)
          .set({ steps: JSON.stringify(steps) })
          .compile(),
        1,
      ),
    reviseSteps: ({ workspaceId, id }, before, after) =>
      statement(
        workspaceId,
        database
          .updateTable('answers')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .where('status', '!=', 'streaming')
          .where('steps', '=', JSON.stringify(before))
          .set({ steps: JSON.stringify(after) })
          .compile(),
        1,
      ),
    finish: (place, end) => statement(place.workspaceId, change(place).set(endedRow(end)).compile(), 1),
    askStop: (place, at) => statement(place.workspaceId, change(place).set({ stop_asked_at: at }).compile()),
    interrupt: (place, at) => {
      const cut = change(place).where(owner.isGone).set({ status: 'interrupted', ended_at: at })
      return statement(place.workspaceId, cut.compile())
    },
    interruptAll: (at) => {
      const { sql: text, parameters } = database
        .updateTable('answers')
        .set({ status: 'interrupted', ended_at: at })
        .where('status', '=', 'streaming')
        .where(owner.isGone)
        .compile()
      return { sql: text, parameters: parameters as readonly SqlValue[] }
    },
  }
}

/** Changes nothing; it touches its one row only where everything is as it was. */
function standingQuery({ workspaceId, conversationId, turnId, count }: Standing) {
  const here = sql`answers.workspace_id = ${workspaceId}`
  return sql`
    update conversations set head_turn_id = head_turn_id
    where workspace_id = ${workspaceId} and id = ${conversationId} and trashed_at is null
      and (select count(*) from answers where ${here} and turn_id = ${turnId}) = ${count}
      and not exists (select 1 from answers
        where ${here} and conversation_id = ${conversationId} and status = 'streaming')`
}

type Standing = Parameters<AnswerWrites['requireStanding']>[0]

/** As it is before its first word. */
function newRow(answer: NewAnswer): Omit<Schema['answers'], 'owner'> {
  return {
    workspace_id: answer.workspaceId,
    id: answer.id,
    conversation_id: answer.conversationId,
    turn_id: answer.turnId,
    model_id: answer.modelId,
    model_name: answer.modelName,
    status: 'streaming',
    text: '',
    sources: '[]',
    usage: null,
    error: null,
    started_at: answer.startedAt,
    ended_at: null,
    settings: answer.settings === undefined ? null : JSON.stringify(answer.settings),
    error_code: null,
    position: answer.position ?? 0,
    reasoning: null,
    received: null,
    steps: null,
    stop_asked_at: null,
  }
}

function endedRow({
  status,
  text,
  sources,
  usage,
  error,
  errorCode,
  reasoning,
  received,
  steps,
  at,
}: AnswerEnd) {
  return {
    status,
    text,
    sources: JSON.stringify(sources),
    usage: usage ? JSON.stringify(usage) : null,
    error: error ?? null,
    error_code: errorCode ?? null,
    reasoning: reasoning === undefined ? null : JSON.stringify(reasoning),
    received: received ?? null,
    steps: steps === undefined ? null : JSON.stringify(steps),
    ended_at: at,
  }
}

function answerFromRow(row: Schema['answers']): AnswerRecord {
  const where = `answer ${row.id}`
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    conversationId: row.conversation_id,
    turnId: row.turn_id,
    modelId: row.model_id,
    modelName: row.model_name,
    status: row.status,
    text: row.text,
    sources: parseJson(row.sources, where) as readonly AnswerSource[],
    usage: row.usage === null ? undefined : (parseJson(row.usage, where) as AnswerUsage),
    error: row.error ?? undefined,
    errorCode: row.error_code ?? undefined,
    settings: row.settings === null ? undefined : parseJson(row.settings, where),
    startedAt: row.started_at,
    endedAt: row.ended_at ?? undefined,
    position: row.position,
    reasoning: row.reasoning === null ? undefined : parseJson(row.reasoning, where),
    received: row.received ?? undefined,
    steps: row.steps === null ? undefined : parseJson(row.steps, where),
  }
}
