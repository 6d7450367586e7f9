import { type FileListing, type FileStore, WorkspaceError } from '@varve/workspace'
import { decodeText, parseNote, privacyOf, privacyRulesOf } from '@varve/workspace/notes'
import { isLink, type TrustCheck } from '../trust/trust.ts'
import { type PackReading, Reading, readShipped, withOwn } from './shipped-packs.ts'

export type AreaFiles = Pick<FileStore, 'list' | 'read'>

const USER_FILE = /^Varve\/areas\/([^/]+)\/([^/]+)\.area\.md$/

/**
 * Reads the area files of a folder of packs, and over them the user's own in `Varve/areas/<pack>/<id>.area.md`. A
 * file of the user's that is wrong is reported, and the shipped one stays.
 */
export async function readPacks(folder: string, files?: AreaFiles): Promise<PackReading> {
  const shipped = readShipped(folder)
  return files ? withOwn(shipped, await readOwn(files)) : shipped
}

const UNTRUSTED =
  'This file is not trusted, so it is not used. Read it, then trust it in Settings, under Context, or with varve trust.'

/** The area files of a workspace. Only their folder is listed: each message looks here, in folders of any size. */
export async function areaPaths(files: Pick<FileStore, 'list'>): Promise<readonly string[]> {
  const listing = await listIfThere(files, 'Varve/areas')
  return listing?.files.map(({ path }) => path).filter((path) => USER_FILE.test(path)) ?? []
}

/** A folder may be taken away while it is open. */
export async function listIfThere(
  files: Pick<FileStore, 'list'>,
  folder?: string,
): Promise<FileListing | undefined> {
  try {
    return await files.list(folder)
  } catch (error) {
    if (error instanceof WorkspaceError && error.code === 'not-found') return undefined
    throw error
  }
}

/** The areas of a workspace itself, those that are trusted; all of them where nothing is asked about that. */
export async function readOwn(files: AreaFiles, trustOf?: TrustCheck): Promise<PackReading> {
  const reading = new Reading()
  const rules = await privacyRulesOf(files)
  for (const path of await areaPaths(files)) {
    const [, pack, id] = USER_FILE.exec(path) ?? []
    if (pack === undefined || id === undefined) continue
    try {
      const stored = await files.read(path)
      const file = { path, hash: stored.contentHash, isLink: isLink(path, stored) }
      const text = decodeText(stored)
      // It guides whichever model answers, so a mark closes it for all of them.
      const note = parseNote(text)
      const mark = privacyOf(path, note, rules)
      if (trustOf?.(file) === 'untrusted') reading.problems.push({ path, message: UNTRUSTED })
      else if (mark !== 'open' && note.frontMatter.problem === undefined)
        reading.problems.push({ path, message: `This file is marked ${mark}, so it is not used.` })
      else reading.add(text, path, { pack, id })
    } catch (error) {
      reading.problems.push({ path, message: error instanceof Error ? error.message : String(error) })
    }
  }
  return reading
}
