import type { HashedList } from '../collection/hashed-list.ts'
import type { Envelope } from '../envelope/envelope.ts'
import type { LibraryEntry } from '../state/state.ts'

/** L2: every artifact kept from earlier turns, one entry per key, at its first-seen place. [L2-1] [L2-2] */
export function buildLibraryLayer(kept: HashedList<LibraryEntry>): Envelope['layers']['L2'] {
  return { id: 'L2', segments: kept, hash: kept.hash }
}
