import type { HashedList } from '../collection/hashed-list.ts'
import type { Envelope } from '../envelope/envelope.ts'
import type { TurnRecord } from '../state/state.ts'

/** L4: past user texts and answers; their context blocks are not in it, only the keys. [L4-1] */
export function buildHistoryLayer(turns: HashedList<TurnRecord>): Envelope['layers']['L4'] {
  return { id: 'L4', segments: turns, hash: turns.hash }
}
