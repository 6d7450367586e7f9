import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Area, type AreaPlace, parseAreaFile } from '@varve/areas'
import { type FileListing, type FileStore, WorkspaceError } from '@varve/workspace'
import { decodeText, parseNote, privacyOf, privacyRulesOf } from '@varve/workspace/notes'
import { isLink, type TrustCheck } from '../trust/trust.ts'

/** An area file that could not be used, with the line where there is one. */
export interface AreaProblem {
  readonly path: string
  readonly line?: number
  readonly message: string
}

export interface PackReading {
  /** By pack and id, in code-unit order, so that the same files always give the same list. */
  readonly areas: readonly Area[]
  readonly problems: readonly AreaProblem[]
}

export type AreaFiles = Pick<FileStore, 'list' | 'read'>

const SUFFIX = '.area.md'
const USER_FILE = /^Varve\/areas\/([^/]+)\/([^/]+)\.area\.md$/

/** The packs that come with the product. */
export function shippedPacksFolder(): string {
  // The guard's entry is `src/index.ts`; the packs are beside `src`.
  return fileURLToPath(new URL('../packs/', import.meta.resolve('@varve/areas')))
}

/**
 * Reads the area files of a folder of packs, and over them the user's own in `Varve/areas/<pack>/<id>.area.md`. A
 * file of the user's that is wrong is reported, and the shipped one stays.
 */
export async function readPacks(folder: string, files?: AreaFiles): Promise<PackReading> {
  const shipped = await readShipped(folder)
  return files ? withOwn(shipped, await readOwn(files)) : shipped
}

/** One list of both; an area of the user's takes the place of the shipped one by its name. */
export function withOwn(shipped: PackReading, own: PackReading): PackReading {
  const byName = new Map([...shipped.areas, ...own.areas].map((area) => [`${area.pack}/${area.id}`, area]))
  return { areas: sorted([...byName.values()]), problems: [...shipped.problems, ...own.problems] }
}

function sorted(areas: readonly Area[]): readonly Area[] {
  const name = ({ pack, id }: Area): string => `${pack}/${id}`
  return areas.toSorted((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0))
}

export async function readShipped(folder: string): Promise<PackReading> {
  const packs = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const reading = new Reading()
  for (const { name: pack } of packs) {
    const names = (await readdir(join(folder, pack))).filter((name) => name.endsWith(SUFFIX))
    for (const name of names) {
      const place = { pack, id: name.slice(0, -SUFFIX.length) }
      reading.add(await readFile(join(folder, pack, name), 'utf8'), `${pack}/${name}`, place)
    }
  }
  return { areas: sorted(reading.areas), problems: reading.problems }
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

class Reading implements PackReading {
  readonly areas: Area[] = []
  readonly problems: AreaProblem[] = []

  add(text: string, path: string, place: AreaPlace): void {
    const parsing = parseAreaFile(text, place)
    if (parsing.kind === 'area') this.areas.push(parsing.area)
    else this.problems.push(...parsing.errors.map((error) => ({ path, ...error })))
  }
}
