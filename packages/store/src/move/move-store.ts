import { newerMessage, NEWEST_SCHEMA } from '../migration/migrations.ts'
import { StoreError } from '../store-error.ts'
import { type Progress, readAll, type RowSource } from './row-source.ts'
import { createTarget, openRows, type StorePlace } from './store-place.ts'
import { findDifference, type TableSum } from './table-digest.ts'

export interface MoveReport {
  /** What stands on both sides. */
  readonly tables: readonly TableSum[]
}

export interface MoveProgress extends Progress {
  readonly phase: 'copying' | 'checking'
}

/**
 * Copies every row to an empty database and reads it back from there. The new one is there as a whole, the
 * same in number and content of rows, or not at all; the old one stays as it was.
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
