import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { SqlValue, Statement } from '../writer/writer-protocol.ts'
import { answerFromRow, endedRow, newRow } from './answer-rows.ts'
import { inChunks } from './in-chunks.ts'
import { statement } from './statement.ts'

export type AnswerStatus = 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed'

export interface AnswerSource {
  readonly number: number
  readonly path: string
  readonly lines: readonly [number, number]
}

export interface AnswerUsage {
  readonly input: number
  readonly cached: number
  readonly written?: number
  readonly uncached?: number
  readonly output: number
  readonly costUSD: number
  readonly savedUSD?: number
  readonly milliseconds: number
  /** Until the turn was stored, and until the first word or thought came. */
  readonly commitMilliseconds?: number
  readonly firstByteMilliseconds?: number
  /** By the provider; else it is our forecast. */
  readonly reported?: boolean
  readonly warnings?: readonly string[]
}

export interface AnswerRecord {
  readonly workspaceId: string
  readonly id: string
  readonly conversationId: string
  readonly turnId: string
  readonly modelId: string
  readonly modelName: string
  readonly status: AnswerStatus
  readonly text: string
  readonly sources: readonly AnswerSource[]
  readonly usage: AnswerUsage | undefined
  readonly error: string | undefined
  /** Why it failed, for programs. */
  readonly errorCode: string | undefined
  /** What was sent along with the prompt, as JSON; undefined where there was nothing. */
  readonly settings: unknown
  readonly startedAt: number
  readonly endedAt: number | undefined
  /** The place of its model in the list that was asked. */
  readonly position: number
  /** What the model thought, and what its provider wants back of it, as JSON. */
  readonly reasoning: unknown
  /** What the model wrote, where that is not what is shown. */
  readonly received: string | undefined
  /** Tools that were used on the way, as JSON. */
  readonly steps: unknown
}

export interface AnswerPlace {
  readonly workspaceId: string
  readonly id: string
}

/** How an answer ended. */
export interface AnswerEnd {
  readonly status: Exclude<AnswerStatus, 'streaming'>
  readonly text: string
  readonly sources: readonly AnswerSource[]
  readonly usage?: AnswerUsage | undefined
  readonly error?: string | undefined
  readonly errorCode?: string | undefined
  readonly reasoning?: unknown
  readonly received?: string | undefined
  readonly steps?: unknown
  readonly at: number
}

export interface Answers {
  readonly insert: (
    answer: Pick<
      AnswerRecord,
      'workspaceId' | 'id' | 'conversationId' | 'turnId' | 'modelId' | 'modelName' | 'startedAt'
    > & { readonly settings?: unknown; readonly position?: number },
  ) => Statement
  /**
   * Comes before more answers to a turn that stands. A conflict where the conversation is gone or waits for an
   * answer, or where the turn has other answers than those that it was planned with.
   */
  readonly requireStanding: (turn: {
    readonly workspaceId: string
    readonly conversationId: string
    readonly turnId: string
    readonly count: number
  }) => Statement
  /** Adds what came since the last checkpoint. */
  readonly appendText: (place: AnswerPlace, delta: string) => Statement
  /** What tools have done so far. */
  readonly saveSteps: (place: AnswerPlace, steps: unknown) => Statement
  /** An answer ends once: a second end is a conflict. */
  readonly finish: (place: AnswerPlace, end: AnswerEnd) => Statement
  /** Asks whichever program writes an answer to stop. Nothing happens to one that has ended. */
  readonly askStop: (place: AnswerPlace, at: number) => Statement
  /** What this program writes and was asked to stop. */
  readonly stopsAsked: () => Promise<readonly AnswerPlace[]>
  /** Other programs write answers into this database too. */
  readonly isShared: boolean
  /** What a program that has gone left unfinished, where there are others. */
  readonly leftUnfinished: () => Promise<readonly AnswerPlace[]>
  /** One of those was cut off; nothing happens where its program is there after all. */
  readonly interrupt: (place: AnswerPlace, at: number) => Statement
  /** What a program that has gone was still writing was cut off; at start-up that is everything. */
  readonly interruptAll: (at: number) => Statement
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

/** Who writes the answers of this program, and which of the others has gone. */
export interface AnswerOwner {
  /** Null where no other program can write. */
  readonly id: number | null
  readonly isGone: Expression<SqlBool>
}

export function answers(database: Kysely<Schema>, owner: AnswerOwner): Answers {
  const all = database.selectFrom('answers').selectAll()
  const running = database
    .selectFrom('answers')
    .select(['workspace_id', 'id'])
    .where('status', '=', sql.lit('streaming'))
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
    finish: (place, end) => statement(place.workspaceId, change(place).set(endedRow(end)).compile(), 1),
    askStop: (place, at) => statement(place.workspaceId, change(place).set({ stop_asked_at: at }).compile()),
    isShared: owner.id !== null,
    stopsAsked: async () => {
      if (owner.id === null) return []
      const asked = running.where('owner', '=', owner.id).where('stop_asked_at', 'is not', null)
      return (await asked.execute()).map(placeOf)
    },
    leftUnfinished: async () =>
      owner.id === null ? [] : (await running.where(owner.isGone).execute()).map(placeOf),
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

type Standing = Parameters<Answers['requireStanding']>[0]
