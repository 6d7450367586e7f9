import { WorkspaceError } from '../workspace-error.ts'

/** Turns a system error into one that names the path of the workspace and not the place on this disk. */
export function fromSystem(error: unknown, path: string): WorkspaceError {
  if (error instanceof WorkspaceError) return error
  const options = { cause: error }
  const code = errorCode(error)
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new WorkspaceError(
      'not-found',
      path,
      path === '.' ? 'The folder of this workspace is not there.' : `There is no "${path}" in the workspace.`,
      options,
    )
  if (code === 'ELOOP')
    return new WorkspaceError('path-outside', path, `"${path}" is a link that leads nowhere.`, options)
  if (code === 'ENAMETOOLONG')
    return new WorkspaceError('path-invalid', path, 'A name in the path is too long for this disk.', options)
  const message = `"${path}" cannot be read (${code ?? 'unknown error'}).`
  return new WorkspaceError('unreadable', path, message, options)
}

/** As `fromSystem`, for a call that was to change the disk. */
export function fromSystemWrite(error: unknown, path: string): WorkspaceError {
  if (error instanceof WorkspaceError) return error
  const options = { cause: error }
  const code = errorCode(error)
  if (isDiskFull(code))
    return new WorkspaceError('disk-full', path, `The disk is full; "${path}" is as it was.`, options)
  switch (code) {
    case 'EFBIG':
      return new WorkspaceError('too-large', path, `"${path}" would be larger than the disk allows.`, options)
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return fromSystem(error, path)
    default: {
      const message = `"${path}" cannot be written (${code ?? 'unknown error'}).`
      return new WorkspaceError('unwritable', path, message, options)
    }
  }
}

export function isDiskFull(code: string | undefined): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** The code of a system error such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
