import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, lstat } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import type { Hash } from '@varve/engine/internal'
import { type AnchoredFolder, sameFile } from '../path/anchor-folder.ts'
import type { Disk } from '../path/disk.ts'
import { errorCode } from '../path/from-system.ts'
import { tooLarge, WorkspaceError } from '../workspace-error.ts'

/** A file as it was at one moment. */
export interface FoundFile {
  readonly bytes: Uint8Array
  readonly contentHash: Hash
  readonly stats: BigIntStats
}

export interface ReadInFolderOptions {
  readonly folder: AnchoredFolder
  readonly name: string
  /** For messages. */
  readonly path: string
  readonly maximumBytes: number
  readonly disk: Disk
}

const ATTEMPTS = 5

/** Reads a file whole, at one moment of its life; undefined where there is none. */
export async function readInFolder(options: ReadInFolderOptions): Promise<FoundFile | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const handle = await openInFolder(options)
    if (!handle) return undefined
    try {
      const file = await readAtOneMoment(handle, options)
      if (file) return file
    } finally {
      await handle.close()
    }
  }
  const message = `"${options.path}" is being written by another program; try again.`
  throw new WorkspaceError('changed-while-reading', options.path, message)
}

/** Whether nothing was written between two looks, as far as the disk's clock can tell. */
export function sameMoment(one: BigIntStats, other: BigIntStats): boolean {
  return (
    sameFile(one, other) &&
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs
  )
}

/** The entry under a name, without following links; undefined if there is none. */
export async function lookAt(place: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(place, { bigint: true })
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The same number as `mtimeMs`, to the last bit: it is compared with what the listing says. */
export function modifiedOf({ mtimeNs }: BigIntStats): number {
  const second = 1_000_000_000n
  return Number(mtimeNs / second) * 1000 + Number(mtimeNs % second) / 1e6
}

/** SHA-256, by the system's own code: files may be large. */
export function hashOf(bytes: Uint8Array): Hash {
  return createHash('sha256').update(bytes).digest('hex')
}

async function openInFolder(options: ReadInFolderOptions): Promise<FileHandle | undefined> {
  // Without O_NONBLOCK, opening a pipe would wait for a writer for ever.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  try {
    return await options.disk.open(options.folder.at(options.name), flags)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Undefined if the file was replaced or written in the meantime and must be checked again. */
async function readAtOneMoment(
  handle: FileHandle,
  options: ReadInFolderOptions,
): Promise<FoundFile | undefined> {
  const { folder, name, path, maximumBytes } = options
  const before = await handle.stat({ bigint: true })
  if (!before.isFile()) throw new WorkspaceError('not-a-file', path, `"${path}" is not a file.`)
  if (before.size > maximumBytes) throw tooLarge(path, Number(before.size), maximumBytes)
  // Where the folder is held by its path only, the file may have been opened through a link.
  await folder.verify()
  const named = await lookAt(folder.at(name))
  if (!named || !sameFile(named, before)) return undefined
  const bytes = await handle.readFile()
  const stats = await handle.stat({ bigint: true })
  if (!sameMoment(before, stats) || BigInt(bytes.length) !== stats.size) return undefined
  return { bytes, contentHash: hashOf(bytes), stats }
}
