import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createIgnore, type IgnoreRules, IGNORE_FILES, readIgnoreFiles } from './create-ignore.ts'
import { isHidden, lostNameProblem, nameProblem } from './name-problem.ts'
import { type FileKind, fileKind } from '../file-kind.ts'
import { titleOf } from '../link/file-names.ts'
import { resolveInside } from '../path/resolve-inside.ts'
import { fromSystem } from '../path/from-system.ts'
import { WorkspaceError } from '../workspace-error.ts'

export interface FolderFile {
  /** From the root of the workspace, NFC, with `/`. */
  readonly path: string
  readonly title: string
  readonly kind: FileKind
  readonly bytes: number
  /** Milliseconds, only ever compared with an earlier value of the same file. */
  readonly modified: number
  /** Of a link, the file that it leads to. */
  readonly target?: string
}

export interface FolderListing {
  /** In code-unit order of their paths. */
  readonly files: readonly FolderFile[]
  /** Set if the limit was reached, so that the list isn't mistaken for complete. */
  readonly truncated: boolean
  /** Places that could not be looked into, with the reason. */
  readonly problems: readonly string[]
}

const OWN_IGNORE_FILES: ReadonlySet<string> = new Set(Object.values(IGNORE_FILES))
/** Enough to keep the disk busy; more would only hold more memory. */
const AT_ONCE = 256
/** Far beyond any workspace, and a bound on what a path can cost. */
const MAXIMUM_DEPTH = 100
/** Ignore rules are tried without a pause; after this many files others get their turn. */
const BETWEEN_PAUSES = 500

/**
 * Every file of a workspace that Varve has a use for, or of one folder in it. What is hidden or named by an ignore
 * file is left out.
 */
export async function listFolder(root: string, maximumFiles: number, under?: string): Promise<FolderListing> {
  const { candidates, truncated, problems } = await findCandidates({ root, maximumFiles, under })
  const files = new Map<string, FolderFile>()
  for (let start = 0; start < candidates.length; start += AT_ONCE) {
    const some = candidates.slice(start, start + AT_ONCE)
    for (const found of await Promise.all(some.map((candidate) => lookAtFile(root, candidate)))) {
      if (typeof found === 'string') problems.push(found)
      // A disk may contain both Unicode forms of a name; the first one counts for both.
      else if (found && !files.has(found.path)) files.set(found.path, found)
    }
  }
  return { files: inOrder(files), truncated, problems }
}

interface Candidate {
  readonly place: string
  /** From the root, as the disk names it. */
  readonly path: string
  readonly name: string
  readonly kind: FileKind
  readonly isLink: boolean
}

interface FolderToList {
  readonly place: string
  readonly path: string
  readonly depth: number
  readonly rules: IgnoreRules
}

interface Walk {
  readonly root: string
  /** Only what is in this folder is looked at. */
  readonly under?: string | undefined
  readonly maximumFiles: number
  readonly waiting: FolderToList[]
  readonly candidates: Candidate[]
  readonly problems: string[]
}

interface Candidates extends Pick<Walk, 'candidates' | 'problems'> {
  readonly truncated: boolean
}

async function findCandidates(wanted: Pick<Walk, 'root' | 'maximumFiles' | 'under'>): Promise<Candidates> {
  const top: FolderToList = { place: wanted.root, path: '', depth: 0, rules: createIgnore() }
  const walk: Walk = { ...wanted, waiting: [top], candidates: [], problems: [] }
  const { waiting, candidates, problems } = walk
  let truncated = false
  for (let next = waiting.pop(); next && !truncated; next = waiting.pop())
    truncated = !(await lookThrough(walk, next))
  return { candidates, truncated, problems }
}

/** Adds the files of a folder, and its folders to those that wait. False where there is no room left. */
async function lookThrough(walk: Walk, folder: FolderToList): Promise<boolean> {
  const entries = await entriesOf(folder.place, folder.path, walk.problems)
  const rules = await rulesIn(walk, folder, entries)
  for (const [index, entry] of entries.entries()) {
    if (index % BETWEEN_PAUSES === BETWEEN_PAUSES - 1) await setImmediate()
    const { name } = entry
    const path = folder.path === '' ? name : `${folder.path}/${name}`
    if (isHidden(name) || nameProblem(path) !== undefined || !isOnTheWay(path, walk)) continue
    const place = join(folder.place, name)
    if (entry.isDirectory()) {
      if (rules.ignores(path, 'folder')) continue
      if (folder.depth < MAXIMUM_DEPTH) walk.waiting.push({ place, path, depth: folder.depth + 1, rules })
      else walk.problems.push(`"${path}" is nested too deeply to be looked into.`)
      continue
    }
    const kind = fileKind(name)
    if (!kind || rules.ignores(path, 'file')) continue
    if (walk.candidates.length >= walk.maximumFiles) return false
    walk.candidates.push({ place, path, name, kind, isLink: entry.isSymbolicLink() })
  }
  return true
}

/** Whether it is in the folder that is wanted, or leads to it. */
function isOnTheWay(path: string, { under }: Walk): boolean {
  if (under === undefined) return true
  return `${path}/`.startsWith(`${under}/`) || under.startsWith(`${path}/`)
}

async function entriesOf(place: string, path: string, problems: string[]): Promise<readonly Dirent[]> {
  try {
    return (await readdir(place, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (path === '') throw fromSystem(error, '.')
    problems.push(fromSystem(error, path).message)
    return []
  }
}

async function rulesIn(
  { root, problems }: Walk,
  { path, rules }: FolderToList,
  entries: readonly Dirent[],
): Promise<IgnoreRules> {
  if (!entries.some((entry) => OWN_IGNORE_FILES.has(entry.name))) return rules
  const read = await readIgnoreFiles(root, path.normalize('NFC'))
  const inner = rules.within(path, read.files)
  problems.push(...read.problems, ...inner.problems.slice(rules.problems.length))
  return inner
}

/** The file, the reason why it cannot be looked at, or nothing where it is no file. */
async function lookAtFile(root: string, candidate: Candidate): Promise<FolderFile | string | undefined> {
  const { name, kind } = candidate
  const path = candidate.path.normalize('NFC')
  try {
    const link = candidate.isLink ? await linkTarget(root, path) : undefined
    const stats = await stat(link?.place ?? candidate.place)
    if (!stats.isFile()) return undefined
    const target = link && { target: link.path }
    return { path, title: titleOf(name, kind), kind, bytes: stats.size, modified: stats.mtimeMs, ...target }
  } catch (error) {
    return lostNameProblem(path) ?? fromSystem(error, path).message
  }
}

/** A linked file counts when it stays inside; linked folders are not followed, so no cycle can arise. */
async function linkTarget(
  root: string,
  path: string,
): Promise<{ readonly place: string; readonly path: string }> {
  const { realRoot, names } = await resolveInside(root, path)
  if (names.some(isHidden)) {
    const message = `"${path}" is a link to a hidden file.`
    throw new WorkspaceError('path-outside', path, message)
  }
  return { place: join(realRoot, ...names), path: names.join('/').normalize('NFC') }
}

function inOrder(files: ReadonlyMap<string, FolderFile>): readonly FolderFile[] {
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}
