import type { Artifact } from '@varve/engine'
import { type Folder, WorkspaceError, type WorkspaceErrorCode } from '@varve/workspace'

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

/** Looks at the files behind artifacts, in their order. Without a folder all of them are gone. */
export async function observeFiles(
  folder: Folder | undefined,
  artifacts: readonly Artifact[],
): Promise<readonly ObservedFile[]> {
  const observed: ObservedFile[] = []
  for (let start = 0; start < artifacts.length; start += AT_ONCE) {
    const some = artifacts.slice(start, start + AT_ONCE)
    const now = some.map(async (artifact) => ({ artifact, now: await fileNow(folder, artifact) }))
    observed.push(...(await Promise.all(now)))
  }
  return observed
}

/** What the engine is told of, so that no edit is ignored. [P-5] */
export function newVersions(
  files: readonly ObservedFile[],
): readonly { readonly key: string; readonly hash: string }[] {
  return files.flatMap(({ artifact: { key }, now }) =>
    now.kind === 'changed' && now.hash !== undefined ? [{ key, hash: now.hash }] : [],
  )
}

async function fileNow(folder: Folder | undefined, artifact: Artifact): Promise<FileNow> {
  const { kind, key, contentHash, source } = artifact
  // Anything else has no file that could differ from it.
  if (kind !== 'note' && kind !== 'file') return { kind: 'current' }
  if (!folder) return { kind: 'missing', why: 'gone' }
  try {
    const { contentHash: hash } = await folder.read(source.path ?? key)
    return hash === contentHash ? { kind: 'current' } : { kind: 'changed', hash }
  } catch (error) {
    if (error instanceof WorkspaceError) return fromRefusal(error.code)
    throw error
  }
}

function fromRefusal(code: WorkspaceErrorCode): FileNow {
  if (code === 'changed-while-reading') return { kind: 'changed' }
  return { kind: 'missing', why: code === 'not-found' ? 'gone' : 'unreadable' }
}
