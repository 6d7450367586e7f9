import { hashText } from '../artifact/hash.ts'
import type { HashedList } from '../collection/hashed-list.ts'
import { buildHistoryLayer } from '../layer/build-history-layer.ts'
import { buildLibraryLayer } from '../layer/build-library-layer.ts'
import { buildSystemLayer } from '../layer/build-system-layer.ts'
import { buildTurnLayer } from '../layer/build-turn-layer.ts'
import { buildUserLayer } from '../layer/build-user-layer.ts'
import type { LibraryEntry, State, TurnRecord } from '../state/state.ts'
import type { Envelope, Warning } from './envelope.ts'

/** Puts the five layers of a turn together; costs what is new, not what the conversation holds. */
export function assembleEnvelope(options: {
  readonly state: State
  readonly record: TurnRecord
  /** The library without the keys that this turn brings. */
  readonly kept: HashedList<LibraryEntry>
  readonly forgotten: readonly string[]
  readonly warnings: readonly Warning[]
}): Envelope {
  const { state, record, kept } = options
  const layers = {
    L1: buildSystemLayer(state.sections),
    L2: buildLibraryLayer(kept),
    L3: buildTurnLayer(record),
    L4: buildHistoryLayer(state.history),
    L5: buildUserLayer(record.text),
  }
  return {
    version: 1,
    conversationId: state.conversationId,
    turnId: record.turnId,
    turn: record.number,
    layers,
    contentHash: hashEnvelope(layers),
    forgotten: options.forgotten,
    warnings: options.warnings,
    statistics: {
      kept: kept.length,
      attached: record.attached.length,
      turns: state.history.length,
      toolResults: record.gathered.length,
    },
  }
}

/** One hash for all five layers. */
export function hashEnvelope(layers: Envelope['layers']): string {
  const { L1, L2, L3, L4, L5 } = layers
  return hashText(['envelope 1', L1.hash, L2.hash, L3.hash, L4.hash, L5.hash].join('\n'))
}
