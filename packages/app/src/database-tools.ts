import {
  type BackupReport,
  backupStore,
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
import { asApp } from './app-error.ts'
import { type DatabaseToSweep, sweepDatabase, type SweptDatabase } from './sweep/sweep-database.ts'

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
