import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromSystem, isInside, tooLarge, WorkspaceError } from '@varve/workspace/notes'

export interface SettledFile {
  readonly bytes: Uint8Array
  readonly stamp: FileStamp
  /** False where the file may have been written again within the same tick of the disk's clock. */
  readonly settled: boolean
}

export interface ReadSettledOptions {
  /** The real path of the workspace, links followed. */
  readonly realRoot: string
  /** As the disk spells it, from the root. */
  readonly place: string
  readonly maximumBytes: number
}

/**
 * Reads a file with the stamp that matches its bytes. A file modified within the last clock tick is read
 * again after one, or a second edit of the same size could hide behind the first one's stamp.
 */
export async function readSettledFile(options: ReadSettledOptions): Promise<SettledFile> {
  const first = readInside(options)
  if (first.settled) return first
  // A timer may come a millisecond early.
  await sleep(TICK_MILLISECONDS + 2)
  return readInside(options)
}

function readInside({ realRoot, place, maximumBytes }: ReadSettledOptions): SettledFile {
  // Both are whole already: to take them apart once more would cost as much as opening the file.
  const full = `${realRoot}${sep}${place}`
  const path = place.normalize('NFC')
  const descriptor = openPlain(full, path)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new WorkspaceError('not-a-file', path, `"${path}" is not a file.`)
    refuseOutside({ realRoot, full, path, descriptor, stats })
    if (stats.size > maximumBytes) throw tooLarge(path, stats.size, maximumBytes)
    // The disk's times are compared with the system's clock here, which a thread cannot be given.
    const settled = Math.abs(Date.now() - stats.ctimeMs) >= TICK_MILLISECONDS
    const bytes = readAll(descriptor, stats.size)
    return { bytes, stamp: stampOf(stats), settled: settled && bytes.length === stats.size }
  } catch (error) {
    throw error instanceof WorkspaceError ? error : fromSystem(error, path)
  } finally {
    closeSync(descriptor)
  }
}

function openPlain(full: string, path: string): number {
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer for ever.
    return openSync(full, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    throw fromSystem(error, path)
  }
}

interface Opened {
  readonly realRoot: string
  readonly full: string
  readonly path: string
  readonly descriptor: number
  readonly stats: Stats
}

/** Asks for the place of what is open, not of what the name leads to by now: a link swapped in is found out. */
function refuseOutside({ realRoot, full, path, descriptor, stats }: Opened): void {
  const real = process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${descriptor}`) : realpathSync(full)
  // Nearly every path is decided by its prefix; the rest need a closer check.
  if (!real.startsWith(`${realRoot}${sep}`) && !isInside(realRoot, real))
    throw new WorkspaceError('path-outside', path, `"${path}" is a link that leads out of the workspace.`)
  if (process.platform === 'linux') return
  const again = lstatSync(real)
  if (again.ino !== stats.ino || again.dev !== stats.dev)
    throw new WorkspaceError(
      'changed-while-reading',
      path,
      `"${path}" was replaced while it was being opened.`,
    )
}

/** Reads up to the size it had: a file that grows is read again anyway. */
function readAll(descriptor: number, size: number): Uint8Array {
  // Not zeroed first: what is not read into is not given out.
  const bytes = Buffer.allocUnsafe(size)
  let done = 0
  while (done < size) {
    const read = readSync(descriptor, bytes, done, size - done, done)
    if (read === 0) break
    done += read
  }
  return bytes.subarray(0, done)
}

/** Tells one state of a file from another without reading it. */
export interface FileStamp {
  readonly bytes: number
  /** Milliseconds since 1970, when the content changed, as far as the disk can be believed. */
  readonly modified: number
  /** When anything about the file changed; no program can set this back, so an edit that keeps size and time shows. */
  readonly changed: number
  readonly inode: number
  /** Milliseconds since 1970, when the file came to be; where the disk does not know, the earliest that it knows. */
  readonly created: number
}

/** Longer than a tick of any clock that a kernel stamps files with. */
export const TICK_MILLISECONDS = 25

export function stampOf(stats: Stats): FileStamp {
  const { size: bytes, mtimeMs: modified, ctimeMs: changed, birthtimeMs, ino: inode } = stats
  return {
    bytes,
    modified,
    changed,
    inode,
    created: birthtimeMs > 0 ? birthtimeMs : Math.min(modified, changed),
  }
}

/**
 * Tells a folder from every other that may be at its place later. The number alone does not: a disk gives that of
 * a folder that was deleted to the next one that is made. Where the disk knows no time of birth it counts as 0.
 */
export function folderIdentity(stats: Stats): string {
  return `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`
}
