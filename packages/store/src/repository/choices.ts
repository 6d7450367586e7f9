import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { inChunks } from './in-chunks.ts'
import { statement } from './statement.ts'

/** Which answer a user picked to go on with, where a question has several. */
export interface Choices {
  readonly put: (choice: {
    readonly workspaceId: string
    readonly turnId: string
    readonly answerId: string
  }) => Statement
  /** Answer by turn. */
  readonly ofTurns: (workspaceId: string, turnIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

export function choices(database: Kysely<Schema>): Choices {
  return {
    put: ({ workspaceId, turnId, answerId }) =>
      statement(
        workspaceId,
        database
          .insertInto('choices')
          .values({ workspace_id: workspaceId, turn_id: turnId, answer_id: answerId })
          .onConflict((conflict) =>
            conflict.columns(['workspace_id', 'turn_id']).doUpdateSet({ answer_id: answerId }),
          )
          .compile(),
      ),
    ofTurns: async (workspaceId, turnIds) => {
      const found = new Map<string, string>()
      for (const chunk of inChunks(turnIds)) {
        const rows = await database
          .selectFrom('choices')
          .select(['turn_id', 'answer_id'])
          .where('workspace_id', '=', workspaceId)
          .where('turn_id', 'in', chunk)
          .execute()
        for (const row of rows) found.set(row.turn_id, row.answer_id)
      }
      return found
    },
  }
}
