import type { TurnRecord } from '../repository/turns.ts'

type Named = 'workspaceId' | 'conversationId' | 'id' | 'number' | 'at' | 'text' | 'attach'

/** A turn of a conversation with one branch; what it follows is of no matter here. */
export function plainTurn(turn: Pick<TurnRecord, Named> & Partial<TurnRecord>): TurnRecord {
  const nothing = { parentId: undefined, parentAnswerId: undefined, options: {} }
  return { ...nothing, sequence: turn.number, ...turn }
}
