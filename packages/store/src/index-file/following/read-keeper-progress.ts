import { errorFromSqlite } from '../../sqlite/error-from-sqlite.ts'
import { valueOf } from '../../sqlite/open-connection.ts'
import { INDEX_FORM } from '../database/index-schema.ts'
import { openIndexForReading } from '../database/open-index-file.ts'
import type { IndexProgress } from '../protocol/index-protocol.ts'

/** What whoever keeps an index says of its run, for those who read along. */
export type KeeperRun = 'working' | 'paused' | 'failed' | 'done'

export type KeeperProgress = Pick<IndexProgress, 'state' | 'filesDone' | 'filesTotal' | 'failure'>

/** How far another process is with an index: ready only after it has looked at every file. */
export function readKeeperProgress(file: string): KeeperProgress {
  try {
    const connection = openIndexForReading(file)
    try {
      const meta = new Map(
        connection
          .prepare('select name, value from meta')
          .all()
          .map((row) => [String(row['name']), String(row['value'])]),
      )
      const filesDone = Number(valueOf(connection, 'select count(*) from files'))
      return { filesDone, filesTotal: Math.max(filesDone, Number(meta.get('total') ?? 0)), ...stateOf(meta) }
    } finally {
      connection.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error)) throw error
    const { code, message: failure } = errorFromSqlite(error)
    if (code === 'corrupt') return { state: 'failed', filesDone: 0, filesTotal: 0, failure }
    // While another process is making the file there is nothing to read yet.
    return { state: 'indexing', filesDone: 0, filesTotal: 0 }
  }
}

function stateOf(meta: ReadonlyMap<string, string>): Pick<KeeperProgress, 'state' | 'failure'> {
  const run = meta.get('run')
  if (meta.get('form') !== INDEX_FORM) return { state: 'indexing' }
  if (run === ('paused' satisfies KeeperRun)) return { state: 'paused' }
  if (run === ('failed' satisfies KeeperRun))
    return { state: 'failed', failure: 'The other Varve that keeps this index could not finish it.' }
  return {
    state: run === ('done' satisfies KeeperRun) && meta.get('state') === 'whole' ? 'ready' : 'indexing',
  }
}
