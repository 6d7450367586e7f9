import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { parseJson } from './parse-json.ts'

/** After the user asked, or after the answer closed the turn. */
export type StateStage = 'asked' | 'answered'

export interface StoredState {
  readonly turnId: string
  readonly turnNumber: number
  readonly stage: StateStage
  /** Packed: its texts and pages are in the objects. */
  readonly root: unknown
}

export interface EngineStates {
  /** One state for each turn: the answered one takes the place of the asked one. */
  readonly put: (state: {
    readonly workspaceId: string
    readonly turnId: string
    readonly stage: StateStage
    readonly root: unknown
  }) => Statement
  /** The state after one turn. */
  readonly ofTurn: (place: {
    readonly workspaceId: string
    readonly turnId: string
  }) => Promise<StoredState | undefined>
}

export function engineStates(database: Kysely<Schema>): EngineStates {
  const inWorkspace = (workspaceId: string) =>
    database
      .selectFrom('engine_states')
      .innerJoin('turns', (join) =>
        join
          .onRef('turns.workspace_id', '=', 'engine_states.workspace_id')
          .onRef('turns.id', '=', 'engine_states.turn_id'),
      )
      .select(['turns.id', 'turns.number', 'engine_states.stage', 'engine_states.root'])
      .where('turns.workspace_id', '=', workspaceId)
  return {
    put: ({ workspaceId, turnId, stage, root }) => {
      const row = { workspace_id: workspaceId, turn_id: turnId, stage, root: JSON.stringify(root) }
      return statement(
        workspaceId,
        database
          .insertInto('engine_states')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['workspace_id', 'turn_id']).doUpdateSet((columns) => ({
              stage: columns.ref('excluded.stage'),
              root: columns.ref('excluded.root'),
            })),
          )
          .compile(),
      )
    },
    ofTurn: async ({ workspaceId, turnId }) => {
      const row = await inWorkspace(workspaceId).where('turns.id', '=', turnId).executeTakeFirst()
      return row && fromRow(row)
    },
  }
}

type Row = Pick<Schema['turns'], 'id' | 'number'> & Pick<Schema['engine_states'], 'stage' | 'root'>

function fromRow({ id, number, stage, root }: Row): StoredState {
  return { turnId: id, turnNumber: number, stage, root: parseJson(root, `the state of turn ${id}`) }
}
