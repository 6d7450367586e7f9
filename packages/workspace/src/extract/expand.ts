import { createArtifact } from '@varve/engine'
import type { Priority } from '@varve/engine/internal'
import { WorkspaceError } from '../workspace-error.ts'
import { extractPath } from './extract-path.ts'
import type { Brought, Extracting, LeftBehind, Standing, IndexLookups } from './extract-sources.ts'
import { warningCode } from './extraction.ts'

interface Expansion {
  readonly index: IndexLookups
  readonly kind: 'folder' | 'tag'
  readonly name: string
  /** In words, for the listing and for warnings. */
  readonly label: string
  readonly paths: readonly string[]
  readonly total: number
  readonly priority: Priority | undefined
}

/** Expands a folder to its files, each under its own key, and one listing. */
export async function expandFolder(
  extracting: Extracting,
  folder: string,
  priority: Priority | undefined,
): Promise<void> {
  const { settledIndex, limits } = extracting.sources
  const index = await settledIndex()
  const found = await index.filesUnder(folder, limits.filesPerExpansion)
  const label = folder === '' ? 'the workspace' : `${folder}/`
  await expand(extracting, {
    index,
    kind: 'folder',
    name: folder === '' ? '/' : folder,
    label,
    ...found,
    priority,
  })
}

/** Expands a tag to the notes with that tag or one below it. */
export async function expandTag(
  extracting: Extracting,
  tag: string,
  priority: Priority | undefined,
): Promise<void> {
  const { settledIndex, limits } = extracting.sources
  const index = await settledIndex()
  const all = await index.filesWithTag(tag)
  const paths = all.slice(0, limits.filesPerExpansion)
  await expand(extracting, {
    index,
    kind: 'tag',
    name: tag,
    label: `#${tag}`,
    paths,
    total: all.length,
    priority,
  })
}

async function expand(extracting: Extracting, expansion: Expansion): Promise<void> {
  const { into } = extracting
  const { kind, name, label, paths, total, priority } = expansion
  warnWhileIncomplete(extracting, expansion)
  if (total === 0) {
    into.lack('missing', label, `${label} holds no file that can be read.`)
    return
  }
  const listed = await readListed(extracting, paths, priority)
  const { given, leftOut, bare } = listed
  const reasons = reasonsFor(extracting, listed, total - paths.length)
  const isUnseen = given.length + leftOut.length === 0
  if (reasons.length > 0) {
    const message = `${label} holds ${total} ${total === 1 ? 'file' : 'files'}; not all are given: ${reasons.join('; ')}.`
    if (isUnseen) into.lack('left-out', label, message)
    else into.warn('left-out', label, message)
  }
  if (bare > 0)
    into.warn(
      'left-out',
      label,
      `Pictures, embeds and queries of ${notes(bare)} in ${label} are left out; a note brings its own where it is attached by itself.`,
    )
  // Where nothing of it may be seen, not even its names are.
  if (isUnseen) return
  const content = renderListing(label, listed, total - paths.length)
  const metadata = { total, given: given.length }
  into.add(createArtifact({ kind, source: { name }, content, priority, metadata }))
}

interface Listed {
  readonly given: readonly string[]
  /** Too long for the room that was left, or unreadable: these may be named. */
  readonly leftOut: readonly string[]
  /** How many of those were too long. */
  readonly tooLong: number
  /** How many may not even be named. */
  readonly withheld: number
  /** Of how many notes a picture, an embed or the result of a query is missing. */
  readonly bare: number
}

/** Reads what fits into the room; one file that is too long does not keep the next ones out. */
async function readListed(
  extracting: Extracting,
  paths: readonly string[],
  priority: Priority | undefined,
): Promise<Listed> {
  let room = extracting.sources.limits.charactersPerExpansion
  const given: string[] = []
  const leftOut: string[] = []
  let tooLong = 0
  let withheld = 0
  const behind: LeftBehind[] = []
  for (const path of paths) {
    const added = await readOne(extracting, path, { priority, depth: 0, isListed: true, room })
    if (typeof added === 'object') {
      given.push(path)
      room -= added.characters
      if (added.leftBehind) behind.push(added.leftBehind)
    } else if (added === 'withheld') withheld += 1
    else leftOut.push(path)
    if (added === 'too-long') tooLong += 1
  }
  const isBare = ({ paths: shown, hasQueries }: LeftBehind): boolean =>
    hasQueries || shown.some((path) => !extracting.into.has(path))
  return { given, leftOut, tooLong, withheld, bare: behind.filter(isBare).length }
}

type NotRead = 'too-long' | 'withheld' | 'unreadable'

/** Its result, or why there is none. */
async function readOne(extracting: Extracting, path: string, standing: Standing): Promise<Brought | NotRead> {
  try {
    return await extractPath(extracting, { kind: 'path', path }, standing)
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    if (error.code === 'no-room') return 'too-long'
    extracting.into.warn(warningCode(error), path, error.message)
    return error.code === 'withheld' ? 'withheld' : 'unreadable'
  }
}

/** Reasons for missing files, with counts. */
function reasonsFor(
  { sources }: Extracting,
  { tooLong, leftOut, withheld }: Listed,
  beyond: number,
): readonly string[] {
  const { charactersPerExpansion, filesPerExpansion } = sources.limits
  const unreadable = leftOut.length - tooLong
  const characters = charactersPerExpansion.toLocaleString('en-US')
  return [
    ...(beyond > 0
      ? [`${beyond} ${are(beyond)} beyond the ${filesPerExpansion} files that are taken at once`]
      : []),
    ...(tooLong > 0
      ? [
          `${tooLong} ${tooLong === 1 ? 'does' : 'do'} not fit into the ${characters} characters that are taken at once`,
        ]
      : []),
    ...(unreadable > 0 ? [`${unreadable} could not be read`] : []),
    ...(withheld > 0
      ? [
          withheld === 1
            ? '1 is private or stays on this machine'
            : `${withheld} are private or stay on this machine`,
        ]
      : []),
  ]
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are'
}

function notes(count: number): string {
  return count === 1 ? '1 note' : `${count} notes`
}

function renderListing(label: string, { given, leftOut, bare }: Listed, beyond: number): string {
  const all = given.length + leftOut.length + beyond
  const lines = [`${label}: ${given.length} of ${all} ${all === 1 ? 'file is' : 'files are'} given in full.`]
  if (bare > 0)
    lines.push(
      `That is their text; pictures, embeds and query results of ${notes(bare)} come with a note that is attached by itself.`,
    )
  for (const path of given) lines.push(`- ${path}`)
  for (const path of leftOut) lines.push(`- ${path} (left out)`)
  if (beyond > 0) lines.push(`- and ${beyond} more (left out)`)
  return lines.join('\n')
}

function warnWhileIncomplete({ into }: Extracting, { index, label }: Expansion): void {
  const { state, filesDone, filesTotal } = index.status()
  if (state === 'ready') return
  into.warn(
    'index-incomplete',
    label,
    `${label} may be incomplete: ${filesDone} of ${filesTotal} files have been looked at so far.`,
  )
}
