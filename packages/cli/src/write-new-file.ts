import { statSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { CliError } from './errors.ts'

export interface NewFileOptions {
  /** `private`: only its owner may read it. */
  readonly access?: 'private' | 'usual'
}

/** Writes a new file. An existing one is kept: it may be the input itself. */
export async function writeNewFile(
  file: string,
  content: string | Uint8Array,
  options?: NewFileOptions,
): Promise<void> {
  await fillNewFile(file, (handle) => handle.writeFile(content), options)
}

/** The same for what is written in parts. A file that could not be written to its end is taken away again. */
export async function fillNewFile<Result>(
  file: string,
  fill: (handle: FileHandle) => Promise<Result>,
  { access = 'usual' }: NewFileOptions = {},
): Promise<Result> {
  const handle = await open(file, 'wx', access === 'private' ? 0o600 : 0o666).catch((error: unknown) => {
    throw unwritable(file, error)
  })
  try {
    const result = await fill(handle)
    await handle.close()
    return result
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(file, { force: true }).catch(() => undefined)
    throw isSystemError(error) ? unwritable(file, error) : error
  }
}

function unwritable(file: string, error: unknown): CliError {
  return new CliError('output-unwritable', `Cannot write ${file}: ${reasonOf(file, error)}.`, {
    cause: error,
  })
}

function reasonOf(file: string, error: unknown): string {
  const code = isSystemError(error) ? error.code : undefined
  switch (code) {
    case 'EEXIST':
      return isFolder(file) ? 'it is a folder' : 'there is a file already'
    case 'ENOENT':
      return 'there is no such folder'
    case 'ENOTDIR':
      return 'a part of its path is no folder'
    case 'ENOSPC':
      return 'the disk is full'
    case 'EACCES':
    case 'EPERM':
      return 'it is not allowed there'
    case 'EROFS':
      return 'nothing can be written there'
    default:
      return code ?? String(error)
  }
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
