import { AppendLog } from '../../collection/append-log.ts'
import { PersistentMap } from '../../collection/persistent-map.ts'
import { RENDERING_VERSION } from '../../render/rendering-version.ts'
import type { BaseForms } from './base-forms.ts'
import type { Epoch } from './epoch.ts'
import type { OpenOptions } from './open-options.ts'
import { memoryOf, sectionHashes } from './section-hashes.ts'

/** An epoch before its first block, with everything that is known when it begins. */
export function emptyEpoch(options: OpenOptions, forms: BaseForms): Epoch {
  const { state, record, previous } = options
  return {
    id: (previous?.id ?? 0) + 1,
    reason: options.reason,
    numbers: options.numbers,
    layout: options.layout,
    renderingVersion: RENDERING_VERSION,
    startedTurn: record.number,
    toolsHash: state.toolsHash,
    guard: state.guard,
    sections: sectionHashes(state.sections),
    toldMemory: memoryOf(state.sections),
    leadTokens: options.leadTokens,
    blocks: AppendLog.empty(),
    stemEnd: 0,
    stemTokens: 0,
    baseEnd: 0,
    foldEnd: 0,
    sentEnd: 0,
    lastAt: 0,
    closedTurn: record.number - 1,
    openTurn: record.number,
    places: PersistentMap.empty(),
    hasTurnEntries: false,
    forgottenSeen: state.forgotten.length,
    images: PersistentMap.empty(),
    toolRuns: [],
    deadTokens: 0,
    cut: Number.MAX_SAFE_INTEGER,
    rent: 0,
    piledTokens: 0,
    layerTokens: { L1: 0, L2: 0, L4: 0 },
    settledEnd: 0,
    lastReferences: { turn: 0, text: '' },
    omissions: PersistentMap.empty(),
    forms: PersistentMap.from(forms.entries),
    stripBefore: forms.stripBefore,
  }
}
