import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Hash, hashText, type JsonValue } from '@varve/engine/internal'
import { type Disk, syncFolder } from '../../path/disk.ts'
import { type FileVersion, type TrashedFile, refuseUnknown } from '../file-store.ts'
import { errorCode } from '../../path/from-system.ts'
import { hashOf } from '../read-in-folder.ts'
import { WorkspaceError } from '../../workspace-error.ts'
import { constants } from 'node:fs'

const HASH = /^[0-9a-f]{64}$/

const NEW_LINE = 0x0a

const BLANK = 0x20

export interface KeptFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly contentHash: Hash
}

export interface RemovedFile extends TrashedFile {
  /** The permissions that the file had. */
  readonly mode: number
}

/** Replaced and removed files, kept outside the workspace. A version is durable when the call returns. */
export interface VersionStore {
  readonly addVersion: (file: KeptFile, keptAt: number) => Promise<void>
  /** Records what the store wrote; with `follows`, only as the successor of an earlier write. */
  readonly addWritten: (file: KeptFile, keptAt: number, follows: boolean) => Promise<void>
  /** The versions of a file that gets another name, under that one too; those that it has from an earlier move stay as they are. */
  readonly carryVersions: (from: string, to: string) => Promise<void>
  /** Newest first. `current` is the hash of what the file holds; undefined if there is none. */
  readonly list: (path: string, current: Hash | undefined) => Promise<readonly FileVersion[]>
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

export interface VersionOptions {
  readonly folder: string
  readonly temporaryName: () => string
  readonly disk: Disk
}

const VERSION_ID = /^([0-9a-f]{32})-([0-9]{1,9})$/

/** Opens the place of what is kept, and makes it where there is none. Its contents are for the owner only. */
export async function openVersions({ folder, temporaryName, disk }: VersionOptions): Promise<VersionStore> {
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
    list: async (path, current) => newestFirst(await readVersions(keyOf(path), recordOf), current),
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
 * By their position in the record, not by the clock; the same content twice in a row is one version. Text
 * written by the store counts once something follows it: text that the store replaced, or the file's current
 * content.
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

interface PurgeContext {
  readonly versionsFolder: string
  readonly trashRecord: string
  readonly objects: ObjectFolder
  readonly disk: Disk
}

/** A version, or a file in the trash. */
interface KeptEntry {
  readonly path: string
  readonly contentHash: Hash
}

/** Permanently removes versions and trashed files, with contents that nothing else refers to. */
async function purgeKept(
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

/**
 * Overwrites lines of a record in place. Other lines keep their numbers, and concurrent appends are safe.
 * `isMeant` gets the line as text.
 */
async function blankLines(
  disk: Disk,
  place: string,
  isMeant: (line: string) => Promise<boolean>,
): Promise<void> {
  const bytes = await readFile(place).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const meant: { readonly start: number; readonly length: number }[] = []
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(NEW_LINE, start)
    const end = found === -1 ? bytes.length : found
    const line = bytes.toString('utf8', start, end)
    if (await isMeant(line)) meant.push({ start, length: end - start })
    start = end + 1
  }
  if (meant.length === 0) return
  const handle = await disk.open(place, 'r+')
  try {
    for (const { start, length } of meant) await handle.write(Buffer.alloc(length, BLANK), 0, length, start)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

interface VersionLine extends Omit<FileVersion, 'id'> {
  /** It was the current text when it was kept: a version only once another program has saved over it. */
  readonly written?: true
}

type TrashLine =
  | ({ readonly kind: 'removed'; readonly mode: number } & TrashedFile)
  | { readonly kind: 'restored'; readonly id: string }

/** A line of the record of a file; undefined where it is none, as after damage. */
function parseVersionLine(value: unknown): VersionLine | undefined {
  if (!isObject(value)) return undefined
  const { path, contentHash, bytes, keptAt, written } = value
  if (typeof path !== 'string' || !isHash(contentHash)) return undefined
  if (typeof bytes !== 'number' || typeof keptAt !== 'number') return undefined
  return { path, contentHash, bytes, keptAt, ...(written === true ? { written } : {}) }
}

/** A line of the record of the trash. */
function parseTrashLine(value: unknown): TrashLine | undefined {
  if (!isObject(value) || typeof value['id'] !== 'string') return undefined
  const { kind, id, path, contentHash, bytes, removedAt, mode } = value
  if (kind === 'restored') return { kind, id }
  if (kind !== 'removed' || typeof path !== 'string' || !isHash(contentHash)) return undefined
  if (typeof bytes !== 'number' || typeof removedAt !== 'number' || typeof mode !== 'number') return undefined
  return { kind, id, path, contentHash, bytes, removedAt, mode }
}

function isHash(value: unknown): value is string {
  // A hash becomes a file name, so nothing else may pass as one.
  return typeof value === 'string' && HASH.test(value)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface ObjectFolder {
  /** Durable when it returns. */
  readonly put: (bytes: Uint8Array, hash: Hash) => Promise<void>
  /** The bytes of a hash, checked; `path` is for messages. */
  readonly get: (hash: Hash, path: string) => Promise<Uint8Array>
  readonly remove: (hash: Hash) => Promise<void>
}

interface ObjectFolderOptions {
  readonly folder: string
  /** On the same disk, for what is not whole yet. */
  readonly incoming: string
  readonly temporaryName: () => string
  readonly disk: Disk
}

/** Contents under their hash, each once. */
function openObjectFolder(options: ObjectFolderOptions): ObjectFolder {
  const { folder, incoming, temporaryName, disk } = options
  const placeOf = (hash: Hash): string => join(folder, hash.slice(0, 2), hash.slice(2))
  return {
    put: async (bytes, hash) => {
      const place = placeOf(hash)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      const there = await readIfThere(place)
      if (!there || hashOf(there) !== hash) {
        const temporary = join(incoming, temporaryName())
        try {
          await writeSynced(disk, temporary, bytes)
          await disk.rename(temporary, place)
        } catch (error) {
          await rm(temporary, { force: true })
          throw error
        }
      }
      // Also for one that was there: anyone who wrote it may have been killed before this.
      await syncFolder(disk, dirname(place))
      await syncFolder(disk, folder)
    },
    get: async (hash, path) => {
      const bytes = await readIfThere(placeOf(hash))
      if (bytes && hashOf(bytes) === hash) return bytes
      const what = bytes ? 'damaged' : 'gone'
      throw new WorkspaceError('unreadable', path, `The kept copy of "${path}" is ${what}.`)
    },
    remove: async (hash) => {
      const place = placeOf(hash)
      await rm(place, { force: true })
      await syncFolder(disk, dirname(place))
    },
  }
}

async function readIfThere(place: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(place)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function writeSynced(disk: Disk, place: string, bytes: Uint8Array): Promise<void> {
  const handle = await disk.open(place, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

type Kept = Pick<FileVersion, 'contentHash' | 'keptAt'>

/** Of the versions of a file that is moved, in their order, those that its new name does not have: it may have been moved before. */
export function versionsToCarry<Version extends Kept>(
  moved: readonly Version[],
  there: readonly Kept[],
): readonly Version[] {
  const known = new Set(there.map(nameOf))
  return moved.filter((version) => !known.has(nameOf(version)))
}

function nameOf({ contentHash, keptAt }: Kept): string {
  return `${contentHash} ${keptAt}`
}

/**
 * Adds lines to a record and makes them durable. A line that a killed writer left half written is closed
 * off first, so it spoils no other and every line keeps its number.
 */
async function appendRecord(disk: Disk, place: string, values: readonly JsonValue[]): Promise<void> {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT
  const handle = await disk.open(place, flags, 0o600)
  try {
    const { size } = await handle.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await handle.read(last, 0, 1, size - 1)
    const isTorn = size > 0 && last[0] !== NEW_LINE
    const lines = values.map((value) => `${JSON.stringify(value)}\n`)
    await handle.appendFile(`${isTorn ? '\n' : ''}${lines.join('')}`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(disk, dirname(place))
}

/** Every line of a record in order; undefined in place of a line that cannot be read. */
async function readRecord(place: string): Promise<readonly unknown[]> {
  const text = await readFile(place, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  })
  // After the last line break there is nothing, or half a line that was never acknowledged.
  return text.split('\n').slice(0, -1).map(parseLine)
}

/** Undefined for a line that is damaged, or was overwritten. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
