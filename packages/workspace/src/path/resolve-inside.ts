import { lstat, readdir, realpath } from 'node:fs/promises'
import { join, relative, isAbsolute, sep } from 'node:path'
import { parsePath } from './parse-path.ts'
import { WorkspaceError } from '../workspace-error.ts'

/**
 * The real place of a path of a workspace, links followed, or an error: never a place outside `root`.
 * Every route and tool that is given a path goes through here; to read, use `openInside`, which also
 * holds against a link that is swapped afterwards.
 */
export async function resolveInside(root: string, path: string): Promise<string> {
  const names = parsePath(path, { windows: process.platform === 'win32' })
  const realRoot = await realpath(root)
  let place = realRoot
  for (const name of names) place = join(place, await nameOnDisk(place, name, path))
  const real = await realPlace(place, path)
  if (!isInside(realRoot, real))
    throw new WorkspaceError('path-outside', path, `"${path}" is a link that leads out of the workspace.`)
  return real
}

/** Whether a real path stands in or below a real root. Compares whole names, so `/a/bc` is not in `/a/b`. */
export function isInside(realRoot: string, real: string): boolean {
  const way = relative(realRoot, real)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** A disk may hold a name in another Unicode form than the workspace does. */
async function nameOnDisk(folder: string, name: string, path: string): Promise<string> {
  try {
    await lstat(join(folder, name))
    return name
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw fromSystem(error, path)
  }
  const names = await readdir(folder).catch((error: unknown) => {
    throw fromSystem(error, path)
  })
  const match = names.filter((candidate) => candidate.normalize('NFC') === name).sort()[0]
  if (match === undefined)
    throw new WorkspaceError('not-found', path, `There is no "${path}" in the workspace.`)
  return match
}

async function realPlace(place: string, path: string): Promise<string> {
  try {
    return await realpath(place)
  } catch (error) {
    throw fromSystem(error, path)
  }
}

/** Turns a system error into one that names the path of the workspace and not the place on this disk. */
export function fromSystem(error: unknown, path: string): WorkspaceError {
  const code = errorCode(error)
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new WorkspaceError('not-found', path, `There is no "${path}" in the workspace.`, { cause: error })
  if (code === 'ELOOP')
    return new WorkspaceError('path-outside', path, `"${path}" is a link that leads nowhere.`, {
      cause: error,
    })
  if (code === 'ENAMETOOLONG')
    return new WorkspaceError('path-invalid', path, `A name in the path is too long for this disk.`, {
      cause: error,
    })
  return new WorkspaceError('unreadable', path, `"${path}" cannot be read (${code ?? 'unknown error'}).`, {
    cause: error,
  })
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
