import { HashedList } from '../collection/hashed-list.ts'
import { turnRecordHash } from '../state/record-hash.ts'
import { type State, turnHash, type TurnRecord } from '../state/state.ts'

export interface NewNames {
  readonly conversationId: string
  /** The new id of a turn. */
  readonly turnId: (turnId: string) => string
}

/** The same conversation with other ids: its requests continue byte for byte. */
export function copyState(state: State, { conversationId, turnId }: NewNames): State {
  const rename = (record: TurnRecord): TurnRecord => ({ ...record, turnId: turnId(record.turnId) })
  const renamed = [...state.history].map(rename)
  const history = renamed.map((record) => ({ ...record, hash: turnRecordHash(record) }))
  return {
    ...state,
    conversationId,
    history: HashedList.from(history, turnHash),
    ...(state.open ? { open: rename(state.open) } : {}),
  }
}
