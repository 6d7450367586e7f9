import { type BigIntStats, constants, existsSync } from 'node:fs'
import { type FileHandle, lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type Disk, syncFolder } from './disk.ts'
import { errorCode } from './from-system.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** A workspace folder held open, so that names in it stay valid while the path to it is swapped. */
export interface AnchoredFolder {
  /** What to give to a system call for the file `name` in this folder. */
  readonly at: (name: string) => string
  /** Throws where the folder is no longer the one that is at its path inside the workspace. */
  readonly verify: () => Promise<void>
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface AnchorOptions {
  readonly realRoot: string
  /** Folders from the root down, none of them a link. */
  readonly names: readonly string[]
  /** Folders to make below those. */
  readonly make: readonly string[]
  /** For messages. */
  readonly path: string
  readonly disk: Disk
  /** Whether an open folder can be named by its handle; see `canNameHandles`. */
  readonly byHandle: boolean
}

/**
 * Holds a folder. On Linux by a handle: every name is opened relative to the folder before it without
 * following links, and `/proc/self/fd` replaces the `openat` that Node lacks, so no swap can redirect it. On
 * other systems by path and inode: `verify` then detects a swap right before it matters.
 */
export async function anchorFolder(options: AnchorOptions): Promise<AnchoredFolder> {
  return options.byHandle ? anchorByHandle(options) : anchorByPath(options)
}

/** Whether this system can name a file by the handle of its folder. */
export function canNameHandles(): boolean {
  return process.platform === 'linux' && existsSync('/proc/self/fd')
}

const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

async function anchorByHandle({ realRoot, names, make, path, disk }: AnchorOptions): Promise<AnchoredFolder> {
  let handle = await disk.open(realRoot, FOLDER)
  try {
    for (const [index, name] of [...names, ...make].entries()) {
      if (index >= names.length) await makeFolder(disk, byHandle(handle, name), () => handle.sync())
      const next = await disk.open(byHandle(handle, name), FOLDER)
      await handle.close()
      handle = next
    }
    const identity = await handle.stat({ bigint: true })
    const held = handle
    return {
      at: (name) => byHandle(held, name),
      // A folder that was moved out of the workspace keeps its handle, so its path is looked at too.
      verify: () => verifyPlace(join(realRoot, ...names, ...make), identity, path),
      sync: () => held.sync(),
      close: () => held.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function anchorByPath({ realRoot, names, make, path, disk }: AnchorOptions): Promise<AnchoredFolder> {
  let place = join(realRoot, ...names)
  let identity = await lstat(place, { bigint: true })
  await verifyPlace(place, identity, path)
  for (const name of make) {
    const parent = place
    place = join(place, name)
    await makeFolder(disk, place, () => syncFolder(disk, parent))
    identity = await lstat(place, { bigint: true })
    await verifyPlace(place, identity, path)
  }
  return {
    at: (name) => join(place, name),
    verify: () => verifyPlace(place, identity, path),
    sync: () => syncFolder(disk, place),
    close: async () => {},
  }
}

function byHandle(handle: FileHandle, name: string): string {
  return `/proc/self/fd/${handle.fd}/${name}`
}

async function makeFolder(disk: Disk, place: string, syncParent: () => Promise<void>): Promise<void> {
  try {
    await disk.mkdir(place, {})
  } catch (error) {
    // Another process created it first; the next step checks what it is.
    if (errorCode(error) !== 'EEXIST') throw error
  }
  await syncParent()
}

async function verifyPlace(place: string, identity: BigIntStats, path: string): Promise<void> {
  const now = await lstat(place, { bigint: true })
  if (!now.isDirectory() || !sameFile(now, identity) || (await realpath(place)) !== place)
    throw new WorkspaceError('path-outside', path, `The folder of "${path}" was replaced in the meantime.`)
}

/** Whether two looks saw the same file or folder, under whatever name. */
export function sameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.ino === other.ino && one.dev === other.dev
}

interface FileIdentity {
  readonly ino: bigint
  readonly dev: bigint
}
