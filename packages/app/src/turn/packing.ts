import type { State } from '@varve/engine'
import type { DescribedBlocks, JsonValue, PlacedBlock } from '@varve/engine/internal'
import type { PackMemo } from '@varve/store'
import type { InspectionView } from '@varve/contract'

type ShownMessage = InspectionView['request'][number]

/**
 * What is known of states and requests that were stored before, so that the next one is packed in proportion to
 * what is new in it. [C-1] It changes no byte of what is stored.
 */
export interface Packing {
  /** States and their parts as JSON. */
  readonly encoded: WeakMap<object, JsonValue>
  readonly described: DescribedBlocks
  /** Messages by their first block. */
  readonly messages: WeakMap<PlacedBlock, { readonly last: PlacedBlock; readonly message: ShownMessage }>
  /** By workspace: what is stored in one is not stored in another. */
  readonly pages: Map<string, PackedPages>
  /** What is in storage for a state in memory. */
  readonly roots: WeakMap<State, string>
}

export function createPacking(): Packing {
  return {
    encoded: new WeakMap(),
    described: new WeakMap(),
    messages: new WeakMap(),
    pages: new Map(),
    roots: new WeakMap(),
  }
}

/** Pages that are surely stored, of one workspace. */
export interface PackedPages {
  readonly states: PackMemo
  /** Pages of call bodies are stored separately. */
  readonly calls: PackMemo
  /** As many sweeps there were when they were looked for. */
  readonly sweeps: number
}
