import { type AnchoredFolder, sameFile } from '../path/anchor-folder.ts'
import { type Expectation, type WrittenFile, conflict, refuseSize, refuseUnexpected } from './file-store.ts'
import { type FoundFile, hashOf, lookAt, sameMoment } from './read-in-folder.ts'
import {
  foldersMade,
  type FilePlace,
  findFile,
  inFolderOf,
  locateFile,
  type StoreContext,
  storedFile,
} from './store-context.ts'
import { errorCode } from '../path/from-system.ts'
import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { temporaryName } from './versions/pending-files.ts'
import { WorkspaceError } from '../workspace-error.ts'

export interface WriteOptions {
  readonly path: string
  readonly bytes: Uint8Array
  readonly expected: Expectation
  /** Permissions of a file that is not there yet. */
  readonly mode?: number
  /** What to do with the replaced bytes; `drop` only if their hash is expected. */
  readonly replaced?: 'keep' | 'drop' | undefined
}

/** So that a program that writes constantly can't block us forever. */
const ATTEMPTS = 5
const CANNOT_LINK: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/**
 * Puts a file in place as a whole. The new bytes are on disk first, then what they replace is kept, and
 * only then the name changes hands.
 */
export async function writeFile(context: StoreContext, options: WriteOptions): Promise<WrittenFile> {
  const { bytes, expected, mode } = options
  refuseSize(options.path, bytes, context.maximumFileBytes)
  const place = await locateFile(context, options.path)
  const { path } = place
  // Before a folder is made for nothing.
  if (place.make.length > 0) refuseUnexpected(path, expected, undefined)
  return inFolderOf(context, place, async (folder) => {
    const first = await findFile(context, place, folder)
    refuseUnexpected(path, expected, first)
    if (first?.contentHash === hashOf(bytes)) return storedFile(path, first)
    const temporary = {
      folder,
      place,
      bytes,
      mode: first ? Number(first.stats.mode) & 0o777 : mode,
      like: first?.stats,
    }
    return inTemporaryFile(context, temporary, async (name, stats) => {
      const isKept = options.replaced !== 'drop' || typeof expected === 'string'
      await replace({ context, folder, place, expected, first, temporary: name, isKept })
      const made = foldersMade(place)
      const written = { bytes, contentHash: hashOf(bytes), stats }
      await keepWritten(context, { path, ...written }, options.replaced === 'drop')
      const stored = storedFile(path, written)
      return made.length === 0 ? stored : { ...stored, made }
    })
  })
}

/**
 * Another program that saves over the file keeps nothing of it, so what is written here is kept at once. The file is
 * in place by now: a full disk costs this copy, not the write.
 */
async function keepWritten(
  context: StoreContext,
  file: FoundFile & { readonly path: string },
  isOwn: boolean,
): Promise<void> {
  await context.versions.addWritten(file, context.clock(), isOwn).catch(() => undefined)
}

interface Replacement {
  readonly context: StoreContext
  readonly folder: AnchoredFolder
  readonly place: FilePlace
  readonly expected: Expectation
  readonly first: FoundFile | undefined
  /** The name of the new file. */
  readonly temporary: string
  readonly isKept: boolean
}

async function replace(replacement: Replacement): Promise<void> {
  const { context, folder, place, expected, isKept } = replacement
  let current = replacement.first
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (current && isKept)
      await context.versions.addVersion({ path: place.path, ...current }, context.clock())
    if (await takeName(replacement, current)) return folder.sync()
    current = await findFile(context, place, folder)
    refuseUnexpected(place.path, expected, current)
  }
  throw conflict(place.path, replacement.first?.contentHash, current?.contentHash)
}

/**
 * The last look and the change of the name. False where the file is not the one that was kept.
 *
 * A new name is taken by a link, which fails where somebody was faster: no window. For a name in use there
 * is one: no system call replaces a file only if it is still the same. Between the look and the rename lie
 * a few microseconds in which another program's save would be replaced without having been kept; and a save
 * that leaves size and times of the file as they were, within one tick of the disk's clock, is not seen.
 * Writers of this store cannot meet there: they wait for one another.
 */
async function takeName(replacement: Replacement, current: FoundFile | undefined): Promise<boolean> {
  const { context, folder, place, temporary } = replacement
  const [from, to] = [folder.at(temporary), folder.at(place.name)]
  await folder.verify()
  if (!current) return takeNewName(context, from, to)
  const now = await lookAt(to)
  if (!now || !sameMoment(now, current.stats)) return false
  await context.disk.rename(from, to)
  return true
}

/** Gives a file an unused name. False if the name is taken. */
export async function takeNewName(
  { disk }: Pick<StoreContext, 'disk'>,
  from: string,
  to: string,
): Promise<boolean> {
  try {
    await disk.link(from, to)
  } catch (error) {
    const code = errorCode(error) ?? ''
    if (code === 'EEXIST') return false
    if (!CANNOT_LINK.has(code)) throw error
    // A disk without hard links, as on many memory sticks.
    if (await lookAt(to)) return false
    await disk.rename(from, to)
    return true
  }
  await disk.unlink(from)
  return true
}

/** The parts of a store that a temporary file needs. */
export type TemporaryFileContext = Pick<StoreContext, 'disk' | 'pending' | 'newId'>

interface TemporaryFileOptions {
  readonly folder: AnchoredFolder
  readonly place: FilePlace
  readonly bytes: Uint8Array
  /** Permissions; those of any new file where absent. */
  readonly mode: number | undefined
  /** The file that it is going to replace. */
  readonly like: BigIntStats | undefined
}

/**
 * Writes bytes to a hidden file in the target folder, durable before `use` gets its name. Removed afterwards
 * unless `use` renamed it.
 */
export async function inTemporaryFile<Result>(
  context: TemporaryFileContext,
  options: TemporaryFileOptions,
  use: (name: string, stats: BigIntStats) => Promise<Result>,
): Promise<Result> {
  const { folder, place } = options
  const name = temporaryName(context.newId)
  const end = await context.pending.begin(name, [...place.folders, ...place.make].join('/'))
  try {
    const stats = await writeTemporary(context, options, name)
    return await use(name, stats)
  } finally {
    // Where even this fails, the note stays and the next start tries again.
    await discard(context, folder.at(name)).then(end)
  }
}

async function writeTemporary(
  { disk }: TemporaryFileContext,
  options: TemporaryFileOptions,
  name: string,
): Promise<BigIntStats> {
  const { folder, bytes, mode, like } = options
  const handle = await disk.open(folder.at(name), 'wx', mode ?? 0o666)
  try {
    // A folder held only by path may have been moved: check before it gets a byte.
    await folder.verify()
    const named = await lookAt(folder.at(name))
    if (!named || !sameFile(named, await handle.stat({ bigint: true }))) throw movedAway(options)
    // The process may mask permissions that the replaced file had.
    if (mode !== undefined) await handle.chmod(mode)
    if (like) await keepOwner(handle, like)
    await handle.writeFile(bytes)
    await handle.sync()
    return await handle.stat({ bigint: true })
  } finally {
    await handle.close()
  }
}

/** Only an administrator may change a file's owner; everyone else owns what they write. */
async function keepOwner(handle: FileHandle, like: BigIntStats): Promise<void> {
  if (process.getuid?.() !== 0 || like.uid === 0n) return
  await handle.chown(Number(like.uid), Number(like.gid))
}

async function discard({ disk }: TemporaryFileContext, place: string): Promise<void> {
  try {
    await disk.unlink(place)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

function movedAway({ place: { path } }: TemporaryFileOptions): WorkspaceError {
  return new WorkspaceError('path-outside', path, `The folder of "${path}" was replaced in the meantime.`)
}
