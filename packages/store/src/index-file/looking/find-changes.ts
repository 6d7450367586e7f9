import type { DatabaseSync } from 'node:sqlite'
import type { FileKind } from '@varve/workspace'
import type { DiskLook } from './look-at-disk.ts'
import type { FileJob } from '../preparing/prepared-file.ts'

export interface Changes {
  /** Files to read: new ones, and those whose stamp is not the known one. */
  readonly jobs: readonly FileJob[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Notes can be found first; what takes long to read comes last. */
const ORDER: Readonly<Record<FileKind, number>> = { note: 0, file: 1, image: 2, pdf: 3 }

/** What is different on the disk from what the index has, without reading a file. */
export function findChanges(connection: DatabaseSync, look: DiskLook, isWhole: boolean): Changes {
  const jobs: FileJob[] = []
  const removed: string[] = []
  const known = new Set<string>()
  const unread = look.unread.map((folder) => (folder === '' ? '' : `${folder}/`))
  for (const row of knownRows(connection, look, isWhole)) {
    const path = String(row['path'])
    if (known.has(path)) continue
    const file = look.files.get(path)
    known.add(path)
    if (file === undefined) {
      if (!unread.some((folder) => path.startsWith(folder))) removed.push(path)
    } else if (
      row['changed'] !== file.changed ||
      row['bytes'] !== file.bytes ||
      row['modified'] !== file.modified ||
      row['inode'] !== file.inode
    )
      jobs.push({ file, knownHash: row['kind'] === file.kind ? String(row['hash']) : '' })
  }
  const added: string[] = []
  for (const file of look.files.values()) {
    if (known.has(file.path)) continue
    added.push(file.path)
    jobs.push({ file, knownHash: '' })
  }
  return { jobs: jobs.sort(inOrder), added, removed }
}

function inOrder(a: FileJob, b: FileJob): number {
  return ORDER[a.file.kind] - ORDER[b.file.kind] || (a.file.path < b.file.path ? -1 : 1)
}

type Row = Readonly<Record<string, unknown>>

function* knownRows(connection: DatabaseSync, look: DiskLook, isWhole: boolean): Generator<Row> {
  const select = 'select path, kind, bytes, modified, changed, inode, hash from files'
  if (isWhole || look.gone.includes('')) {
    yield* connection.prepare(select).iterate()
    return
  }
  const direct = connection.prepare(`${select} where folder = ?`)
  for (const folder of look.folders) yield* direct.iterate(folder)
  // '0' is the character after '/', so this is everything below.
  const below = connection.prepare(`${select} where path >= ? and path < ?`)
  for (const folder of look.gone) yield* below.iterate(`${folder}/`, `${folder}0`)
}
