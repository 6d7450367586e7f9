import { PackMemo } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { PackedPages } from '../turn/packing.ts'

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
