import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { AnswerOwner } from './answer-owner.ts'
import type { AnswerPlace, AnswerRecord } from './answer-record.ts'
import { answerFromRow } from './answer-rows.ts'
import { inChunks } from './in-chunks.ts'

/** Answers as they stand, and who writes them. */
export interface AnswerReads {
  /** What this program writes and was asked to stop. */
  readonly stopsAsked: () => Promise<readonly AnswerPlace[]>
  /** Other programs write answers into this database too. */
  readonly isShared: boolean
  /** What a program that has gone left unfinished, where there are others. */
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

export function answerReads(database: Kysely<Schema>, owner: AnswerOwner): AnswerReads {
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
