import { existsSync, statSync } from 'node:fs'
import { NEWEST_SCHEMA } from '../migration/migrations.ts'
import { backUpFile } from '../sqlite/migrate-sqlite.ts'
import { openConnection } from '../sqlite/open-connection.ts'
import { openingFailure } from '../sqlite/error-from-sqlite.ts'
import { StoreError } from '../store-error.ts'
import { writeDump } from './dump-rows.ts'
import type { Progress } from './row-source.ts'
import { openRows, type StorePlace } from './store-place.ts'
import { verifyStore } from './verify-store.ts'

export interface BackupReport {
  readonly file: string
  readonly bytes: number
  /** The kind of backup: a database file, or a dump that a move can read. */
  readonly kind: 'sqlite' | 'dump'
}

/** Copies a database, also while it is in use, and reads the copy. It is a database file, or a dump of a server's. */
export async function backupStore(
  place: StorePlace,
  file: string,
  onProgress?: (progress: Progress) => void,
): Promise<BackupReport> {
  if (existsSync(file))
    throw new StoreError('conflict', `There is already something at ${file}; it was not touched.`)
  const kind = place.kind === 'sqlite' ? 'sqlite' : 'dump'
  if (place.kind === 'sqlite') copyFile(place.path, file)
  else await dump(place, file, onProgress)
  const { schema, problems } = await verifyStore({ kind, path: file })
  // Of another schema the database's own check, which was made, is all that this program can say.
  if (problems.length > 0 && schema === NEWEST_SCHEMA)
    throw new StoreError('corrupt', `The backup ${file} is there, but not sound: ${problems[0]}`)
  return { file, bytes: statSync(file).size, kind }
}

function copyFile(path: string, file: string): void {
  if (!existsSync(path)) throw new StoreError('input-output', `There is no database at ${path}.`)
  try {
    const connection = openConnection({ path, mode: 'read' })
    try {
      backUpFile(connection, file)
    } finally {
      connection.close()
    }
  } catch (error) {
    throw openingFailure(path, error)
  }
}

async function dump(
  place: StorePlace,
  file: string,
  onProgress?: (progress: Progress) => void,
): Promise<void> {
  const source = await openRows(place, { alone: false })
  try {
    if (source.schema !== NEWEST_SCHEMA)
      throw new StoreError(
        'failed',
        `The data has schema ${source.schema}, and this Varve dumps ${NEWEST_SCHEMA}: use pg_dump, or the Varve that wrote it.`,
      )
    await writeDump(source, file, onProgress)
  } finally {
    await source.close()
  }
}
