import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hash } from '@varve/engine'
import type { Disk } from '../../path/disk.ts'
import { parseLine } from './append-record.ts'
import { blankLines } from './blank-lines.ts'
import type { ObjectFolder } from './object-folder.ts'
import { parseTrashLine, parseVersionLine } from './record-lines.ts'

export interface PurgeContext {
  readonly versionsFolder: string
  readonly trashRecord: string
  readonly objects: ObjectFolder
  readonly disk: Disk
}

/** A version, or a file in the trash. */
export interface KeptEntry {
  readonly path: string
  readonly contentHash: Hash
}

/** Takes versions and files of the trash away for good, with the contents that nothing else has. */
export async function purgeKept(
  { versionsFolder, trashRecord, objects, disk }: PurgeContext,
  isMeant: (entry: KeptEntry) => Promise<boolean>,
): Promise<void> {
  const purged = new Set<Hash>()
  const needed = new Set<Hash>()
  const sort = async (entry: KeptEntry | undefined): Promise<boolean> => {
    if (!entry) return false
    const goes = await isMeant(entry)
    const hashes = goes ? purged : needed
    hashes.add(entry.contentHash)
    return goes
  }
  for (const name of await readdir(versionsFolder))
    await blankLines(disk, join(versionsFolder, name), (line) => sort(parseVersionLine(parseLine(line))))
  await blankLines(disk, trashRecord, (line) => {
    const entry = parseTrashLine(parseLine(line))
    return sort(entry?.kind === 'removed' ? entry : undefined)
  })
  // Last: a content that nothing names is better than a name without content.
  for (const hash of purged) if (!needed.has(hash)) await objects.remove(hash)
}
