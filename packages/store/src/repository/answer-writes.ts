import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { SqlValue, Statement } from '../writer/writer-protocol.ts'
import type { AnswerOwner } from './answer-owner.ts'
import type { AnswerEnd, AnswerPlace, NewAnswer } from './answer-record.ts'
import { endedRow, newRow } from './answer-rows.ts'
import { statement } from './statement.ts'

/** How answers come to be and end. */
export interface AnswerWrites {
  readonly insert: (answer: NewAnswer) => Statement
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
  /** Changes the steps of an answer that has ended. A conflict where they are not as they were read. */
  readonly reviseSteps: (place: AnswerPlace, before: unknown, after: unknown) => Statement
  /** An answer ends once: a second end is a conflict. */
  readonly finish: (place: AnswerPlace, end: AnswerEnd) => Statement
  /** Asks whichever program writes an answer to stop. Nothing happens to one that has ended. */
  readonly askStop: (place: AnswerPlace, at: number) => Statement
  /** One of those was cut off; nothing happens where its program is there after all. */
  readonly interrupt: (place: AnswerPlace, at: number) => Statement
  /** What a program that has gone was still writing was cut off; at start-up that is everything. */
  readonly interruptAll: (at: number) => Statement
}

export function answerWrites(database: Kysely<Schema>, owner: AnswerOwner): AnswerWrites {
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
