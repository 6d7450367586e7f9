import { type Store, type SweepReport, sweepObjects } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { openSealedCall, openSealedPage } from '../call-log/call-seal.ts'
import type { Sealer } from '../guard/sealer.ts'

export type { SweepReport }

/** Milliseconds: longer than any writer takes from looking what is stored to its commit. */
export const SWEEP_GRACE = 300_000

interface WorkspaceToSweep {
  readonly store: Store
  readonly sealer: Sealer
  readonly workspaceId: string
  readonly now: number
  readonly grace?: number
  readonly signal?: AbortSignal
}

/** Takes away texts that only a deleted chat or trace had, those that were found before and are still unused. */
export function sweepWorkspace({
  store,
  sealer,
  workspaceId,
  now,
  grace = SWEEP_GRACE,
  signal,
}: WorkspaceToSweep): Promise<SweepReport> {
  return sweepObjects(store, {
    workspaceId,
    now,
    grace,
    signal,
    openCall: (place, sealed) => openSealedCall({ sealer }, place, sealed),
    openPage: (hash, sealed) => openSealedPage({ sealer }, { workspaceId, hash, sealed }),
  })
}

/** Where an earlier run has left marks, they are looked at again. */
export async function resumeSweeps({ store, sweeps, closing }: AppContext): Promise<void> {
  if (store.readOnly !== undefined || closing.aborted) return
  for (const { id } of await store.workspaces.list())
    if ((await store.sweeps.unreferred(id)).size > 0) sweeps.due(id)
}

/** Sweeps a workspace while it is in use; how many texts wait for the grace period to pass. */
export async function sweepOpenWorkspace(context: AppContext, workspaceId: string): Promise<number> {
  const { store, sealer, clock, packing, closing: signal } = context
  if (store.readOnly !== undefined) return 0
  const { waiting } = await sweepWorkspace({ store, sealer, workspaceId, now: clock.now(), signal })
  // What was known to be stored is asked for again: some of it may be about to go.
  packing.pages.delete(workspaceId)
  return waiting
}
