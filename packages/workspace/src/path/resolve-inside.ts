import { lstat, readdir, realpath } from 'node:fs/promises'
import { join, relative, sep, isAbsolute } from 'node:path'
import { parsePath } from './parse-path.ts'
import { errorCode, fromSystem } from './from-system.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** Where a path of a workspace leads, links followed, at the moment of asking. */
export interface ResolvedPath {
  readonly realRoot: string
  /** The existing part, from the root down, as named on disk and without links. */
  readonly names: readonly string[]
  /** What is not there yet, in the form of the workspace. */
  readonly missing: readonly string[]
  /** Whether the last name of the path is itself a link. */
  readonly isLink: boolean
}

/**
 * Follows a path name by name and refuses the first link that leads out, so that not even the existence
 * of a file outside can be asked for. What it finds may be swapped afterwards: anyone who opens it must hold
 * against that.
 */
export async function resolveInside(root: string, path: string): Promise<ResolvedPath> {
  const wanted = parsePath(path, { windows: process.platform === 'win32' })
  const realRoot = await realPlace(root, '.')
  let place = realRoot
  let isLink = false
  for (const [index, name] of wanted.entries()) {
    const found = await nameOnDisk(place, name, path)
    if (found === undefined)
      return { realRoot, names: namesBelow(realRoot, place), missing: wanted.slice(index), isLink: false }
    isLink = found.isLink
    place = join(place, found.name)
    if (isLink) place = await targetInside(realRoot, place, path)
  }
  // The disk may still have its own idea of a name (letter case, short names of Windows).
  const real = await targetInside(realRoot, place, path)
  return { realRoot, names: namesBelow(realRoot, real), missing: [], isLink }
}

function namesBelow(realRoot: string, real: string): readonly string[] {
  return real === realRoot ? [] : relative(realRoot, real).split(sep)
}

async function targetInside(realRoot: string, place: string, path: string): Promise<string> {
  const real = await realPlace(place, path)
  if (!isInside(realRoot, real))
    throw new WorkspaceError('path-outside', path, `"${path}" is a link that leads out of the workspace.`)
  return real
}

interface NameOnDisk {
  readonly name: string
  readonly isLink: boolean
}

/** A disk may hold a name in another Unicode form than the workspace does. */
async function nameOnDisk(folder: string, name: string, path: string): Promise<NameOnDisk | undefined> {
  const exact = await linkOrNot(folder, name, path)
  if (exact) return exact
  const names = await readdir(folder).catch((error: unknown) => {
    throw fromSystem(error, path)
  })
  const match = names.filter((candidate) => candidate.normalize('NFC') === name).sort()[0]
  return match === undefined ? undefined : linkOrNot(folder, match, path)
}

async function linkOrNot(folder: string, name: string, path: string): Promise<NameOnDisk | undefined> {
  try {
    return { name, isLink: (await lstat(join(folder, name))).isSymbolicLink() }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw fromSystem(error, path)
  }
}

async function realPlace(place: string, path: string): Promise<string> {
  try {
    return await realpath(place)
  } catch (error) {
    throw fromSystem(error, path)
  }
}

/** Whether a real path is in or below a real root. Compares whole names, so `/a/bc` is not in `/a/b`. */
export function isInside(realRoot: string, real: string): boolean {
  const way = relative(realRoot, real)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
