import { createTwoFilesPatch } from 'diff'
import { decodeText, type FileStore, type StoredFile, WorkspaceError } from '@varve/workspace'
import type { FileDiffView } from '@varve/contract'

export interface DiffInput {
  readonly path: string
  /** A version; the newest one where absent. */
  readonly from?: string | undefined
  /** A version; the file as it is where absent. */
  readonly to?: string | undefined
}

/** Completely different texts take quadratic time; such a diff helps nobody. */
const MAXIMUM_MILLISECONDS = 2000

/** What has changed in a file from one version to another, for a person to read. */
export async function diffVersions(files: FileStore, input: DiffInput): Promise<FileDiffView> {
  const newest = input.from ?? (await files.versions(input.path))[0]?.id
  if (newest === undefined)
    throw new WorkspaceError('not-found', input.path, `There is no earlier version of "${input.path}".`)
  const from = await files.readVersion(newest)
  const to = await (input.to === undefined ? files.read(input.path) : files.readVersion(input.to))
  refuseOther(files, input.path, from)
  if (input.to !== undefined) refuseOther(files, input.path, to)
  const names = { from: newest, to: input.to ?? 'current' }
  const same = from.contentHash === to.contentHash
  return { path: to.path, ...names, same, text: same ? '' : unifiedDiff(from, to, names) }
}

/** The id of another file's version is a mistake, and not an answer to the question. */
function refuseOther(files: FileStore, asked: string, { path }: StoredFile): void {
  // In a folder a path may lead by a link, so that only the store itself knows its name.
  if (files.kind === 'folder' || path === asked.normalize('NFC')) return
  throw new WorkspaceError('not-found', asked, `That is a version of "${path}", not of "${asked}".`)
}

interface Names {
  readonly from: string
  readonly to: string
}

function unifiedDiff(from: StoredFile, to: StoredFile, names: Names): string {
  const [before, after] = [textOf(from), textOf(to)]
  if (before === undefined || after === undefined)
    return `"${to.path}" is no text: ${from.bytes.length} bytes became ${to.bytes.length}.\n`
  const patch = createTwoFilesPatch(
    `${from.path} (${names.from})`,
    `${to.path} (${names.to})`,
    before,
    after,
    undefined,
    undefined,
    { context: 3, timeout: MAXIMUM_MILLISECONDS },
  )
  return patch ?? `"${to.path}" has changed in too many places to be compared line by line.\n`
}

function textOf(file: StoredFile): string | undefined {
  try {
    return decodeText(file)
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}
