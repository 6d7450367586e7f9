import { constants } from 'node:fs'
import { access, opendir } from 'node:fs/promises'
import { CliError } from '../cli-error.ts'

/** Of files that cannot be read the others are used; where the folder itself cannot be, it must not look empty. */
export async function refuseClosedFolder(folder: string): Promise<void> {
  try {
    await (await opendir(folder)).close()
    // One may see the names in a folder and yet reach none of its files.
    await access(folder, constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // That it is not there, or is no folder, is said by whoever opens it.
    if (code === 'ENOENT' || code === 'ENOTDIR') return
    const reason = code === 'EACCES' || code === 'EPERM' ? 'you may not look into it' : String(code ?? error)
    throw new CliError('input-unreadable', `The folder ${folder} cannot be read: ${reason}.`, {
      cause: error,
    })
  }
}
