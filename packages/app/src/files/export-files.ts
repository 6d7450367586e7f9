import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileStore, makeFolder, openFolderStore, WorkspaceError } from '@varve/workspace'
import type { Clock } from '../clock.ts'

export interface ExportOptions {
  /** Made where it is missing. Nothing in it is overwritten. */
  readonly folder: string
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
}

export interface ExportReport {
  readonly written: number
  /** Were there already, with the same content. */
  readonly same: number
  /** Were not written, and why. */
  readonly problems: readonly { readonly path: string; readonly reason: string }[]
}

/** Writes every file of a workspace into a folder, as a folder store writes: whole or not at all. */
export async function exportFiles(files: FileStore, options: ExportOptions): Promise<ExportReport> {
  const { dataFolder, clock, newId } = options
  makeTarget(options.folder)
  const root = await realpath(options.folder)
  const name = createHash('sha256').update(root).digest('hex').slice(0, 20)
  const keepFolder = join(dataFolder, 'kept', name)
  const target = await openFolderStore({ root, keepFolder, clock: clock.now, newId })
  const counts = { written: 0, same: 0 }
  const listing = await files.list()
  const problems = listing.problems.map((reason) => ({ path: '.', reason }))
  if (listing.truncated) problems.push({ path: '.', reason: 'There are more files than can be listed.' })
  for (const { path } of listing.files) {
    try {
      counts[await exportFile(files, target, path)] += 1
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error
      // A full disk takes none of the others either.
      if (error.code === 'disk-full') throw error
      problems.push({ path, reason: error.message })
    }
  }
  return { ...counts, problems }
}

function makeTarget(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const isFile = code === 'EEXIST' || code === 'ENOTDIR'
    const reason = isFile ? 'a file is in its way' : code
    throw new WorkspaceError('unwritable', '.', `The folder ${folder} cannot be made: ${reason}.`, {
      cause: error,
    })
  }
}

async function exportFile(files: FileStore, target: FileStore, path: string): Promise<'written' | 'same'> {
  const { bytes, contentHash } = await files.read(path)
  try {
    await target.write(path, bytes, 'absent')
    return 'written'
  } catch (error) {
    if (error instanceof WorkspaceError && error.hashes?.found === contentHash) return 'same'
    throw error
  }
}
