import type { Expectation, TrashedFile } from './file-store.ts'
import { refuseLink } from './move-file.ts'
import { lookAt, sameMoment } from './read-in-folder.ts'
import { conflict, refuseMissing, refuseUnexpected } from './refusals.ts'
import { findFile, inFolderOf, locateFile, type StoreContext } from './store-context.ts'

export interface RemoveOptions {
  readonly path: string
  readonly expected: Expectation
}

/** Moves a file into the trash: it is kept first, and its name goes last. */
export async function removeFile(context: StoreContext, options: RemoveOptions): Promise<TrashedFile> {
  const { keep, disk, clock, newId } = context
  const place = await locateFile(context, options.path)
  refuseLink(place)
  if (place.make.length > 0) return refuseMissing(options.path)
  return inFolderOf(context, place, async (folder) => {
    const file = (await findFile(context, place, folder)) ?? refuseMissing(options.path)
    const { path } = place
    const { contentHash, stats } = file
    refuseUnexpected(path, options.expected, file)
    const trashed = { id: newId(), path, contentHash, bytes: file.bytes.length, removedAt: clock() }
    await keep.addRemoved({ path, ...file }, { ...trashed, mode: Number(stats.mode) & 0o777 })
    try {
      await folder.verify()
      const now = await lookAt(folder.at(place.name))
      // From here to the next call another program's save would be lost: the same window as `takeName` has.
      if (!now || !sameMoment(now, stats)) {
        const found = await findFile(context, place, folder)
        throw conflict(path, contentHash, found?.contentHash)
      }
      await disk.unlink(folder.at(place.name))
    } catch (error) {
      // It was not removed after all.
      await keep.addRestored(trashed.id)
      throw error
    }
    await folder.sync()
    return trashed
  })
}
