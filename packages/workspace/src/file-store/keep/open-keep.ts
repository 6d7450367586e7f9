import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Hash, hashText } from '@varve/engine'
import { appendRecord, readRecord } from './append-record.ts'
import { type KeptEntry, purgeKept } from './purge-kept.ts'
import { parseTrashLine, parseVersionLine, type TrashLine, type VersionLine } from './record-lines.ts'
import { openObjectFolder } from './object-folder.ts'
import { type Disk, syncFolder } from '../../path/disk.ts'
import type { FileVersion, TrashedFile } from '../file-store.ts'
import { versionsToCarry } from '../versions-to-carry.ts'
import { refuseUnknown } from '../refusals.ts'

export interface KeptFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly contentHash: Hash
}

export interface RemovedFile extends TrashedFile {
  /** The permissions that the file had. */
  readonly mode: number
}

/** What was replaced or removed, outside of the workspace. Whatever is added is durable when the call returns. */
export interface Keep {
  readonly addVersion: (file: KeptFile, keptAt: number) => Promise<void>
  /** What the store has written. Where `follows` is set, only in place of what it wrote before. */
  readonly addWritten: (file: KeptFile, keptAt: number, follows: boolean) => Promise<void>
  /** The versions of a file that gets another name, under that one too; those that it has from an earlier move stay as they are. */
  readonly carryVersions: (from: string, to: string) => Promise<void>
  /** Newest first. `current` is the hash of what the file holds; undefined if there is none. */
  readonly versions: (path: string, current: Hash | undefined) => Promise<readonly FileVersion[]>
  readonly version: (id: string) => Promise<FileVersion>
  readonly addRemoved: (file: KeptFile, removed: RemovedFile) => Promise<void>
  /** No longer in the trash. */
  readonly addRestored: (id: string) => Promise<void>
  /** Newest first. */
  readonly trash: () => Promise<readonly RemovedFile[]>
  readonly content: (file: { readonly contentHash: Hash; readonly path: string }) => Promise<Uint8Array>
  /** Takes versions and files of the trash away for good. */
  readonly purge: (isMeant: (entry: KeptEntry) => Promise<boolean>) => Promise<void>
}

export interface KeepOptions {
  readonly folder: string
  readonly temporaryName: () => string
  readonly disk: Disk
}

const VERSION_ID = /^([0-9a-f]{32})-([0-9]{1,9})$/

/** Opens the place of what is kept, and makes it where there is none. Its contents are for the owner only. */
export async function openKeep({ folder, temporaryName, disk }: KeepOptions): Promise<Keep> {
  const inFolder = (name: string): string => join(folder, name)
  for (const name of ['objects', 'incoming', 'versions'])
    await mkdir(inFolder(name), { recursive: true, mode: 0o700 })
  await syncFolder(disk, folder)
  const objects = openObjectFolder({
    folder: inFolder('objects'),
    incoming: inFolder('incoming'),
    temporaryName,
    disk,
  })
  const recordOf = (key: string): string => join(folder, 'versions', `${key}.jsonl`)
  const trashRecord = inFolder('trash.jsonl')
  const addTrash = (line: TrashLine): Promise<void> => appendRecord(disk, trashRecord, [{ ...line }])

  const addVersion = async ({ path, bytes, contentHash }: KeptFile, keptAt: number): Promise<void> => {
    await objects.put(bytes, contentHash)
    const line = { path, contentHash, bytes: bytes.length, keptAt }
    await appendRecord(disk, recordOf(keyOf(path)), [line])
  }
  return {
    addVersion,
    addWritten: async ({ path, bytes, contentHash }, keptAt, follows) => {
      const record = recordOf(keyOf(path))
      if (follows && !(await readVersions(keyOf(path), recordOf)).at(-1)?.written) return
      await objects.put(bytes, contentHash)
      await appendRecord(disk, record, [{ path, contentHash, bytes: bytes.length, keptAt, written: true }])
    },
    carryVersions: async (from, to) => {
      const carried = await readVersions(keyOf(from), recordOf)
      const there = await readVersions(keyOf(to), recordOf)
      const lines = versionsToCarry(carried, there).map((version) => {
        const { id: _, ...line } = version
        return { ...line, path: to }
      })
      if (lines.length > 0) await appendRecord(disk, recordOf(keyOf(to)), lines)
    },
    versions: async (path, current) => newestFirst(await readVersions(keyOf(path), recordOf), current),
    version: async (id) => {
      const key = VERSION_ID.exec(id)?.[1]
      const all = key === undefined ? [] : await readVersions(key, recordOf)
      return all.find((version) => version.id === id) ?? refuseUnknown(id, 'version')
    },
    addRemoved: async (file, removed) => {
      await addVersion(file, removed.removedAt)
      await addTrash({ kind: 'removed', ...removed })
    },
    addRestored: (id) => addTrash({ kind: 'restored', id }),
    trash: async () => inTrash(await readRecord(trashRecord)),
    content: ({ contentHash, path }) => objects.get(contentHash, path),
    purge: (isMeant) =>
      purgeKept({ versionsFolder: inFolder('versions'), trashRecord, objects, disk }, isMeant),
  }
}

function keyOf(path: string): string {
  return hashText(path).slice(0, 32)
}

type KeptVersion = FileVersion & Pick<VersionLine, 'written'>

async function readVersions(key: string, recordOf: (key: string) => string): Promise<readonly KeptVersion[]> {
  const lines = await readRecord(recordOf(key))
  return lines.flatMap((line, number) => {
    const version = parseVersionLine(line)
    return version ? [{ id: `${key}-${number}`, ...version }] : []
  })
}

/**
 * By their place in the record, never by the clock; the same content twice in a row is one version. What the store
 * wrote is one if something else followed it: a text that the store replaced, or what the file holds now.
 */
function newestFirst(versions: readonly KeptVersion[], current: Hash | undefined): readonly FileVersion[] {
  return versions
    .filter(({ contentHash, written }, index) => {
      const next = versions[index + 1]
      if (contentHash === next?.contentHash) return false
      return !written || (next ? !next.written : current !== undefined && current !== contentHash)
    })
    .map((kept): FileVersion => {
      const { written: _, ...version } = kept
      return version
    })
    .toReversed()
}

function inTrash(lines: readonly unknown[]): readonly RemovedFile[] {
  const removed = new Map<string, RemovedFile>()
  for (const value of lines) {
    const line = parseTrashLine(value)
    if (line?.kind === 'removed') {
      const { kind: _, ...file } = line
      removed.set(line.id, file)
    } else if (line) removed.delete(line.id)
  }
  return [...removed.values()].toReversed()
}
