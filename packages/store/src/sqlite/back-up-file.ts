import { renameSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store-error.ts'
import { openConnection, valueOf } from './open-connection.ts'
import { makePrivateFile, syncFolderOf, syncToDisk } from './private-file.ts'

/** Copies a database, also while it is being written. The copy gets its name only when it is whole and on disk. */
export function backUpFile(connection: DatabaseSync, target: string): void {
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  // An empty file keeps its mode, so that the copy is as private as the original.
  makePrivateFile(partial)
  connection.prepare('vacuum into ?').run(partial)
  const copy = openConnection({ path: partial, mode: 'read' })
  try {
    const result = valueOf(copy, 'pragma integrity_check')
    if (result !== 'ok') throw new StoreError('corrupt', `The copy is damaged: ${String(result)}.`)
  } finally {
    copy.close()
  }
  syncToDisk(partial)
  renameSync(partial, target)
  syncFolderOf(target)
}
