import type { Hash } from '@varve/engine/internal'
import { type AnchoredFolder, sameFile } from '../path/anchor-folder.ts'
import {
  type Expectation,
  type WrittenFile,
  conflict,
  refuseMissing,
  refuseUnexpected,
} from './file-store.ts'
import { type FoundFile, lookAt, sameMoment } from './read-in-folder.ts'
import {
  foldersMade,
  type FilePlace,
  findFile,
  inFolderOf,
  locateFile,
  type StoreContext,
  storedFile,
} from './store-context.ts'
import { takeNewName } from './write-file.ts'
import { WorkspaceError } from '../workspace-error.ts'

export interface MoveOptions {
  readonly from: string
  readonly to: string
  /** Of the file at `to`. */
  readonly expected: Expectation
}

/** Gives a file another name; a file that had that name is kept. */
export async function moveFile(context: StoreContext, options: MoveOptions): Promise<WrittenFile> {
  const source = await locateFile(context, options.from)
  refuseLink(source)
  const target = await locateFile(context, options.to)
  refuseLink(target)
  if (source.make.length > 0) return refuseMissing(options.from)
  return inFolderOf(context, source, async (sourceFolder) => {
    const moved = (await findFile(context, source, sourceFolder)) ?? refuseMissing(options.from)
    if (source.path === target.path) return storedFile(source.path, moved)
    if (target.make.length > 0) refuseUnexpected(target.path, options.expected, undefined)
    return inFolderOf(context, target, async (targetFolder) => {
      const move = { context, source, sourceFolder, target, targetFolder, moved }
      await takeTarget(move, options.expected)
      await targetFolder.sync()
      await sourceFolder.sync()
      const stored = await findFile(context, target, targetFolder)
      const made = foldersMade(target)
      const written = storedFile(target.path, stored ?? refuseMissing(options.to))
      return made.length === 0 ? written : { ...written, made }
    })
  })
}

/** If the name is a link, the change would affect another file. */
export function refuseLink({ path, isLink }: FilePlace): void {
  if (!isLink) return
  const message = `The name leads by a link to "${path}"; move or remove that file itself.`
  throw new WorkspaceError('not-a-file', path, message)
}

interface Move {
  readonly context: StoreContext
  readonly source: FilePlace
  readonly sourceFolder: AnchoredFolder
  readonly target: FilePlace
  readonly targetFolder: AnchoredFolder
  readonly moved: FoundFile
}

/** The same last look and the same window as `takeName` has. */
async function takeTarget(move: Move, expected: Expectation): Promise<void> {
  const { context, source, sourceFolder, target, targetFolder, moved } = move
  const current = await findFile(context, target, targetFolder)
  refuseUnexpected(target.path, expected, current)
  if (current) await context.versions.addVersion({ path: target.path, ...current }, context.clock())
  // Before the rename: if the process ended in between, the versions would be lost.
  await context.versions.carryVersions(source.path, target.path)
  await sourceFolder.verify()
  await targetFolder.verify()
  const [from, to] = [sourceFolder.at(source.name), targetFolder.at(target.name)]
  const now = await lookAt(to)
  // A link may have been put in the place of the file, and a link is not what was asked for.
  if (!(await isStill(from, moved))) refuseMissing(source.path)
  if (!current) {
    if (!(await takeNewName(context, from, to))) throw conflict(target.path, undefined, await hashAt(move))
    return
  }
  if (!now || !sameMoment(now, current.stats))
    throw conflict(target.path, current.contentHash, await hashAt(move))
  // Two names of one file: the system would leave both.
  if (sameFile(now, moved.stats)) await context.disk.unlink(from)
  else await context.disk.rename(from, to)
}

async function isStill(place: string, file: FoundFile): Promise<boolean> {
  const now = await lookAt(place)
  return now !== undefined && sameFile(now, file.stats)
}

async function hashAt({ context, target, targetFolder }: Move): Promise<Hash | undefined> {
  return (await findFile(context, target, targetFolder))?.contentHash
}
