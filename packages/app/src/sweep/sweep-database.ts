import { existsSync } from 'node:fs'
import type { MasterKeyPlace, StorePlace } from '@varve/store'
import { AppError } from '../app-error.ts'
import { masterKeySealer } from '../guard/sealer.ts'
import { openDatabase } from '../open-database.ts'
import { SWEEP_GRACE, type SweepReport, sweepWorkspace } from './sweep-workspace.ts'

export interface DatabaseToSweep {
  readonly masterKey: MasterKeyPlace
  readonly now: number
}

/** Of all workspaces together. */
export interface SweptDatabase extends SweepReport {
  readonly workspaces: number
  /** Until what is waiting may go; 0 where nothing waits. */
  readonly graceMilliseconds: number
}

/**
 * Sweeps every workspace. A file that nobody else has open is swept at once; on a server others may be writing, so
 * what is found goes with a sweep after the grace period.
 */
export async function sweepDatabase(
  place: StorePlace,
  { masterKey, now }: DatabaseToSweep,
): Promise<SweptDatabase> {
  if (place.kind === 'dump') throw new AppError('message-invalid', 'A backup of a server cannot be swept.')
  // Opening would make a file that is not there.
  if (place.kind === 'sqlite' && !existsSync(place.path))
    throw new AppError('disk-failed', `There is no database at ${place.path}.`)
  const store = await openDatabase(place.kind === 'sqlite' ? place.path : place.url, now)
  try {
    const sealer = masterKeySealer(masterKey, store)
    const grace = store.answers.isShared ? SWEEP_GRACE : 0
    const total = { found: 0, removed: 0, waiting: 0 }
    const workspaces = await store.workspaces.list()
    for (const { id: workspaceId } of workspaces) {
      const one = { store, sealer, workspaceId, now, grace }
      const first = await sweepWorkspace(one)
      const last = grace === 0 && first.waiting > 0 ? await sweepWorkspace(one) : undefined
      total.found += first.found
      total.removed += first.removed + (last?.removed ?? 0)
      total.waiting += last?.waiting ?? first.waiting
    }
    return { workspaces: workspaces.length, ...total, graceMilliseconds: total.waiting > 0 ? grace : 0 }
  } finally {
    await store.close()
  }
}
