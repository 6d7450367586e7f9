import { newerMessage, NEWEST_SCHEMA } from '../migration/migrations.ts'
import { StoreError } from '../store-error.ts'
import { type Progress, readAll, type RowSource, findDifference, type TableSum } from './row-source.ts'
import { createTarget, openRows, type StorePlace } from './store-place.ts'
import { existsSync } from 'node:fs'
import { backupPath, schemaVersion } from '../sqlite/migrate-sqlite.ts'
import { openStore } from '../open-store.ts'
import { openConnection } from '../sqlite/open-connection.ts'
import { openingFailure } from '../sqlite/error-from-sqlite.ts'

export interface MoveReport {
  /** Counts on both sides. */
  readonly tables: readonly TableSum[]
}

export interface MoveProgress extends Progress {
  readonly phase: 'copying' | 'checking'
}

/**
 * Copies every row to an empty database and verifies it by reading it back. The new one is complete, with the
 * same row counts and content, or not there at all; the old one is unchanged.
 */
export async function moveStore(
  from: StorePlace,
  to: StorePlace,
  onProgress?: (progress: MoveProgress) => void,
): Promise<MoveReport> {
  const source = await openRows(from, { alone: true })
  try {
    checkSchema(source)
    const target = await createTarget(to)
    try {
      const sums = await readAll(source, {
        onPage: target.insert,
        onProgress: (progress) => onProgress?.({ ...progress, phase: 'copying' }),
      })
      const own = source.ownSums?.()
      refuseDifference(own && findDifference(sums, own), 'The dump is damaged')
      const back = await readAll(target.readBack, {
        onProgress: (progress) => onProgress?.({ ...progress, phase: 'checking' }),
      })
      refuseDifference(findDifference(sums, back), 'The copy is not the same')
      await target.finish()
      return { tables: sums }
    } finally {
      await target.abandon()
    }
  } finally {
    await source.close()
  }
}

function checkSchema({ schema }: RowSource): void {
  if (schema > NEWEST_SCHEMA) throw new StoreError('schema-newer', newerMessage(schema, NEWEST_SCHEMA))
  if (schema < NEWEST_SCHEMA)
    throw new StoreError(
      'failed',
      `The data has schema ${schema}, and this Varve ${NEWEST_SCHEMA}: run "varve db migrate" on it first.`,
    )
}

function refuseDifference(difference: string | undefined, words: string): void {
  if (difference !== undefined) throw new StoreError('corrupt', `${words}: ${difference}. Nothing was moved.`)
}

export interface MigrateReport {
  readonly from: number
  readonly to: number
  /** The copy of the version before, where there is one. */
  readonly backup: string | undefined
}

/** Brings a database to the schema of this program, as opening it does. */
export async function migrateStore(place: StorePlace, now: number): Promise<MigrateReport> {
  if (place.kind === 'dump')
    throw new StoreError('failed', 'A dump cannot be migrated: move it to a database.')
  const from = await versionOf(place)
  const store = await openStore({ ...place, now })
  const { readOnly } = store
  await store.close()
  if (readOnly !== undefined) throw new StoreError('schema-newer', readOnly)
  const backup =
    place.kind === 'sqlite' && from > 0 && from < NEWEST_SCHEMA ? backupPath(place.path, from) : undefined
  return { from, to: NEWEST_SCHEMA, backup }
}

async function versionOf(place: StorePlace): Promise<number> {
  if (place.kind === 'sqlite') {
    if (!existsSync(place.path)) return 0
    try {
      const connection = openConnection({ path: place.path, mode: 'read' })
      try {
        return schemaVersion(connection)
      } finally {
        connection.close()
      }
    } catch (error) {
      throw openingFailure(place.path, error)
    }
  }
  const source = await openRows(place, { alone: false })
  await source.close()
  return source.schema
}
