import type { Artifact } from '@varve/engine'
import { readText, type FileStore, WorkspaceError, type WorkspaceErrorCode } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { originalOf } from '../guard/original-of.ts'
import { openedIfThere } from '../workspaces/opened-workspace.ts'

/** The file behind an artifact as it is now, against the text that the chat holds. */
export type FileNow =
  | { readonly kind: 'current' }
  /** Without a hash where it is being written at this moment. */
  | { readonly kind: 'changed'; readonly hash?: string }
  | { readonly kind: 'missing'; readonly why: 'gone' | 'unreadable' }

export interface ObservedFile {
  readonly artifact: Artifact
  readonly now: FileNow
}

/** So that a long library does not open all of its files at once. */
const AT_ONCE = 32

/** Hashes of files that were looked at, so that one turn looks once at each of them. */
export type SeenFiles = Map<string, Promise<string>>

/** Checks the files behind artifacts, in order. Without the workspace, all of them count as missing. */
export async function observeFiles(
  context: AppContext,
  workspaceId: string,
  artifacts: readonly Artifact[],
  seen: SeenFiles = new Map(),
): Promise<readonly ObservedFile[]> {
  if (artifacts.length === 0) return []
  const files = (await openedIfThere(context, workspaceId))?.files
  const hashOf = (artifact: Artifact): Promise<string> => {
    const name = JSON.stringify([artifact.kind, originalOf(artifact).path])
    const hash = seen.get(name) ?? knownHash(context, { workspaceId, files, artifact })
    seen.set(name, hash)
    return hash
  }
  const observed: ObservedFile[] = []
  for (let start = 0; start < artifacts.length; start += AT_ONCE) {
    const some = artifacts.slice(start, start + AT_ONCE)
    const now = some.map(async (artifact) => ({ artifact, now: await fileNow(hashOf, artifact) }))
    observed.push(...(await Promise.all(now)))
  }
  return observed
}

/** Changed versions for the engine, so that no edit is ignored. [P-5] */
export function newVersions(
  files: readonly ObservedFile[],
): readonly { readonly key: string; readonly hash: string }[] {
  return files.flatMap(({ artifact: { key }, now }) =>
    now.kind === 'changed' && now.hash !== undefined ? [{ key, hash: now.hash }] : [],
  )
}

const IN_FILES: ReadonlySet<Artifact['kind']> = new Set(['note', 'file', 'pdf', 'image'])

async function fileNow(
  hashOf: (artifact: Artifact) => Promise<string>,
  artifact: Artifact,
): Promise<FileNow> {
  const { kind } = artifact
  // Anything else has no file that could differ from it.
  if (!IN_FILES.has(kind)) return { kind: 'current' }
  try {
    const hash = await hashOf(artifact)
    return hash === originalOf(artifact).hash ? { kind: 'current' } : { kind: 'changed', hash }
  } catch (error) {
    if (error instanceof WorkspaceError) return fromRefusal(error.code)
    throw error
  }
}

interface HashPlace {
  readonly workspaceId: string
  readonly files: FileStore | undefined
  readonly artifact: Artifact
}

/** A file of the same size and time as before is not read again: a draft asks for this with every key press. */
async function knownHash(
  { fileHashes }: Pick<AppContext, 'fileHashes'>,
  { workspaceId, files, artifact }: HashPlace,
): Promise<string> {
  const { kind } = artifact
  const { path } = originalOf(artifact)
  const entry = await files?.stat(path)
  if (!files || !entry) throw new WorkspaceError('not-found', path, `"${path}" is not there.`)
  const { bytes, modified } = entry
  const name = JSON.stringify([workspaceId, path])
  const known = fileHashes.get(name)
  if (known && known.bytes === bytes && known.modified === modified) return known.hash
  const file = await files.read(path)
  // What is text no longer cannot be attached again.
  if (kind === 'note' || kind === 'file') await readText(file)
  const { contentHash: hash } = file
  fileHashes.set(name, { bytes, modified, hash })
  return hash
}

function fromRefusal(code: WorkspaceErrorCode): FileNow {
  if (code === 'changed-while-reading') return { kind: 'changed' }
  return { kind: 'missing', why: code === 'not-found' ? 'gone' : 'unreadable' }
}
