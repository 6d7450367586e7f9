import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { type AnchoredFolder, sameFile } from '../path/anchor-folder.ts'
import { temporaryName } from './versions/pending-files.ts'
import { lookAt } from './read-in-folder.ts'
import type { FilePlace, StoreContext } from './store-context.ts'
import { errorCode } from '../path/from-system.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** What making a temporary file needs of a store. */
export type TemporaryFileContext = Pick<StoreContext, 'disk' | 'pending' | 'newId'>

export interface TemporaryFileOptions {
  readonly folder: AnchoredFolder
  readonly place: FilePlace
  readonly bytes: Uint8Array
  /** Permissions; those of any new file where absent. */
  readonly mode: number | undefined
  /** The file that it is going to replace. */
  readonly like: BigIntStats | undefined
}

/**
 * Writes bytes to a hidden file in the folder where they are to stand, durable before `use` is called with
 * its name. What `use` has not given another name is gone afterwards.
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
    // Where the folder is held by its path only, this may be elsewhere: found out before it has a byte.
    await folder.verify()
    const named = await lookAt(folder.at(name))
    if (!named || !sameFile(named, await handle.stat({ bigint: true }))) throw elsewhere(options)
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

/** Only an administrator may give files away; anybody else becomes the owner of what they write. */
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

function elsewhere({ place: { path } }: TemporaryFileOptions): WorkspaceError {
  return new WorkspaceError('path-outside', path, `The folder of "${path}" was replaced in the meantime.`)
}
