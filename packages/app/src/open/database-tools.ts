import { existsSync } from 'node:fs'
import {
  type BackupReport,
  backupStore,
  type MasterKeyPlace,
  type MigrateReport,
  migrateStore,
  type MoveProgress,
  type MoveReport,
  moveStore,
  type Progress,
  type StorePlace,
  type VerifyReport,
  verifyStore,
} from '@varve/store'
import { AppError, asApp } from '../app-error.ts'
import { masterKeySealer } from '../guard/sealer.ts'
import { openDatabase } from './open-database.ts'
import { SWEEP_GRACE, type SweepReport, sweepWorkspace } from '../chats/sweep-workspace.ts'

export type { DatabaseToSweep, SweptDatabase }
export type { BackupReport, MigrateReport, MoveProgress, MoveReport, VerifyReport }
export type { StorePlace as DatabasePlace, Progress as DatabaseProgress }
export { describePlace, parseStorePlace as parseDatabasePlace } from '@varve/store'

/** What can be done with a database as a whole, without opening it as an app. */
export interface DatabaseTools {
  readonly migrate: (place: StorePlace, now: number) => Promise<MigrateReport>
  readonly backup: (
    place: StorePlace,
    file: string,
    onProgress?: (progress: Progress) => void,
  ) => Promise<BackupReport>
  readonly verify: (place: StorePlace, onProgress?: (progress: Progress) => void) => Promise<VerifyReport>
  /** Takes away texts that nothing refers to; it needs the key that requests are sealed with. */
  readonly sweep: (place: StorePlace, options: DatabaseToSweep) => Promise<SweptDatabase>
  readonly move: (
    from: StorePlace,
    to: StorePlace,
    onProgress?: (progress: MoveProgress) => void,
  ) => Promise<MoveReport>
}

export const databaseTools: DatabaseTools = {
  migrate: (place, now) => asApp(migrateStore(place, now)),
  backup: (place, file, onProgress) => asApp(backupStore(place, file, onProgress)),
  verify: (place, onProgress) => asApp(verifyStore(place, onProgress)),
  sweep: (place, options) => asApp(sweepDatabase(place, options)),
  move: (from, to, onProgress) => asApp(moveStore(from, to, onProgress)),
}

interface DatabaseToSweep {
  readonly masterKey: MasterKeyPlace
  readonly now: number
}

/** Of all workspaces together. */
interface SweptDatabase extends SweepReport {
  readonly workspaces: number
  /** Until what is waiting may go; 0 where nothing waits. */
  readonly graceMilliseconds: number
}

/**
 * Sweeps every workspace. A file that no other program uses is swept immediately; on a server others may be
 * writing, so unreferenced data is removed only after the grace period.
 */
async function sweepDatabase(place: StorePlace, { masterKey, now }: DatabaseToSweep): Promise<SweptDatabase> {
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
