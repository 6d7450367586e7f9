import { type Store, sweepObjects, type SweepReport } from '@varve/store'
import type { Sealer } from '../guard/sealer.ts'
import { openSealedCall, openSealedPage } from '../trace/open-sealed.ts'

export type { SweepReport }

/** Milliseconds: longer than any writer takes from looking what is stored to its commit. */
export const SWEEP_GRACE = 300_000

export interface WorkspaceToSweep {
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
