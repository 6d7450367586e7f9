/** An index that another process keeps: this one reads along, and takes over when the other ends. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openIndexForReading, readIndexFile } from '../database/index-file.ts'
import { INDEX_FORM } from '../database/schema.ts'
import { valueOf } from '../database/sqlite.ts'
import { toIndexError } from '../index-error.ts'
import type { IndexProgress } from '../protocol.ts'
import { verifyIndex } from '../verify/verify-index.ts'

/** State of the writing process, for processes that read along. */
export type WriterRun = 'working' | 'paused' | 'failed' | 'done'

export type WriterProgress = Pick<IndexProgress, 'state' | 'filesDone' | 'filesTotal' | 'failure'>

const WAIT_MILLISECONDS = 100
/** Anyone who writes an index promises to take a change in within this time. */
const PROMISED_MILLISECONDS = 1000
const NOTHING_YET = { state: 'indexing', filesDone: 0, filesTotal: 0 } as const

/** How far the other process is: ready only after it has looked at every file. */
export function readWriterProgress(file: string): WriterProgress {
  try {
    return (
      readIndexFile(file, (connection) => {
        const rows = connection.prepare('select name, value from meta').all()
        const meta = new Map(rows.map((row) => [String(row['name']), String(row['value'])]))
        const filesDone = Number(valueOf(connection, 'select count(*) from files'))
        const filesTotal = Math.max(filesDone, Number(meta.get('total') ?? 0))
        return { filesDone, filesTotal, ...stateOf(meta) }
      }) ?? NOTHING_YET
    )
  } catch (error) {
    return { ...NOTHING_YET, state: 'failed', failure: toIndexError(error).message }
  }
}

/**
 * Waits until the index holds what is on the disk now, as far as that can be seen from outside. Ends early, with
 * false, when `isOver` says that there is no other process any more.
 */
export async function untilWriterIsDone(file: string, isOver: () => boolean): Promise<boolean> {
  const start = performance.now()
  for (;;) {
    await sleep(WAIT_MILLISECONDS)
    if (isOver()) return false
    if (performance.now() - start >= PROMISED_MILLISECONDS && readWriterProgress(file).state === 'ready')
      return true
  }
}

/** Its problem. */
export function verifyFollowedIndex(file: string): readonly string[] {
  const isWorking = readWriterProgress(file).state !== 'ready'
  const connection = openIndexForReading(file)
  try {
    // It cannot write to the file either way; the check needs temporary tables.
    connection.exec('pragma query_only = off')
    return verifyIndex(connection, { isWorking })
  } finally {
    connection.close()
  }
}

function stateOf(meta: ReadonlyMap<string, string>): Pick<WriterProgress, 'state' | 'failure'> {
  const run = meta.get('run') as WriterRun | undefined
  if (meta.get('form') !== INDEX_FORM) return { state: 'indexing' }
  if (run === 'paused') return { state: 'paused' }
  if (run === 'failed')
    return { state: 'failed', failure: 'The other Varve that keeps this index could not finish it.' }
  return { state: run === 'done' && meta.get('state') === 'whole' ? 'ready' : 'indexing' }
}
