import type { DescribedBlocks, JsonValue, PlacedBlock, State } from '@varve/engine'
import { PackMemo } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { InspectionView } from '../views.ts'

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
  /** What stands in storage for a state in memory. */
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
  /** Pages of the bodies of calls lie elsewhere. */
  readonly calls: PackMemo
  /** As many sweeps there were when they were looked for. */
  readonly sweeps: number
}

/**
 * What is known of the pages of a workspace. A sweep makes it void: what was stored then may go. Where no other program
 * writes, the only sweeps are this one's, which forgets it itself.
 */
export async function pagesIn(
  { packing, store }: Pick<AppContext, 'packing' | 'store'>,
  workspaceId: string,
): Promise<PackedPages> {
  const sweeps = store.answers.isShared ? await store.sweeps.count(workspaceId) : 0
  const known = packing.pages.get(workspaceId)
  if (known?.sweeps === sweeps) return known
  const fresh = { states: new PackMemo(), calls: new PackMemo(), sweeps }
  packing.pages.set(workspaceId, fresh)
  return fresh
}
