import { createArtifact, type Priority } from '@varve/engine'
import { WorkspaceError } from '../workspace-error.ts'
import { extractPath } from './extract-path.ts'
import type { Extracting, IndexLookups } from './extract-sources.ts'
import { warningCode } from './warning-code.ts'

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

/** A folder stands for its files, each under its own key, and one listing. */
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

/** A tag stands for the notes that carry it or one below it. */
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
    into.warn('missing', label, `${label} holds no file that can be read.`)
    return
  }
  const listed = await readListed(extracting, paths, priority)
  const left = total - listed.given.length
  if (left > 0)
    into.warn('left-out', label, `${label} holds ${total} files; ${left} were left out: ${listed.why}.`)
  const source = { name }
  const content = renderListing(label, total, listed)
  into.add(
    createArtifact({ kind, source, content, priority, metadata: { total, given: listed.given.length } }),
  )
}

interface Listed {
  readonly given: readonly string[]
  readonly leftOut: readonly string[]
  readonly why: string
}

/** Reads until the limit of characters is reached; what is beyond is named in the listing. */
async function readListed(
  extracting: Extracting,
  paths: readonly string[],
  priority: Priority | undefined,
): Promise<Listed> {
  const { limits } = extracting.sources
  const given: string[] = []
  const leftOut: string[] = []
  let characters = 0
  for (const path of paths) {
    if (characters >= limits.charactersPerExpansion) leftOut.push(path)
    else {
      const added = await readOne(extracting, path, priority)
      if (added === undefined) leftOut.push(path)
      else given.push(path)
      characters += added ?? 0
    }
  }
  const isFull = characters >= limits.charactersPerExpansion
  const why = isFull
    ? `at most ${limits.charactersPerExpansion.toLocaleString('en-US')} characters are taken at once`
    : leftOut.length > 0
      ? 'some could not be read or are not for this model'
      : `at most ${limits.filesPerExpansion} files are taken at once`
  return { given, leftOut, why }
}

/** How many characters it brought; undefined where it could not be read, with a warning. */
async function readOne(
  extracting: Extracting,
  path: string,
  priority: Priority | undefined,
): Promise<number | undefined> {
  try {
    return await extractPath(extracting, { kind: 'path', path }, { priority, depth: 0, isListed: true })
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    extracting.into.warn(warningCode(error), path, error.message)
    return undefined
  }
}

function renderListing(label: string, total: number, { given, leftOut }: Listed): string {
  const lines = [`${label}: ${total} ${total === 1 ? 'file' : 'files'}, ${given.length} given in full.`]
  for (const path of given) lines.push(`- ${path}`)
  for (const path of leftOut) lines.push(`- ${path} (left out)`)
  const unnamed = total - given.length - leftOut.length
  if (unnamed > 0) lines.push(`- and ${unnamed} more (left out)`)
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
