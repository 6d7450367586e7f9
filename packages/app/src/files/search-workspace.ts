import { type FileStore, privacyOf, privacyRulesOf, strictestPrivacy, WorkspaceError } from '@varve/workspace'
import { localDay, mergeCopies, type SearchHit, type SearchIndex } from '@varve/index'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import type { SearchHitView, SearchView, TagView } from '@varve/contract'

interface SearchWorkspaceInput {
  readonly workspaceId: string
  readonly text: string
  readonly limit?: number | undefined
  /** Paths that are not wanted. */
  readonly exclude?: readonly string[] | undefined
}

const MAXIMUM_CHARACTERS = 2000
const MAXIMUM_HITS = 100

/** Passages of the workspace's files that answer to what was typed, best first. For the user, who may see all of them. */
export async function searchWorkspace(
  context: AppContext,
  { workspaceId, text, limit = 20, exclude = [] }: SearchWorkspaceInput,
): Promise<SearchView> {
  if (text.length > MAXIMUM_CHARACTERS)
    throw new AppError(
      'message-invalid',
      `The search has ${text.length} characters; the limit is ${MAXIMUM_CHARACTERS}.`,
    )
  const { files, index: openIndex } = await openedWorkspace(context, workspaceId)
  const index = await openIndex()
  const today = localDay(context.clock.now())
  const wanted = Math.min(limit, MAXIMUM_HITS)
  const { hits: found, ...said } = await index.search({ text, limit: wanted, exclude, today })
  const marked = await withMarks(files, index, found)
  // A copy that is marked otherwise is a hit of its own.
  const hits = mergeCopies(marked, ({ snippet, privacy = '' }) => `${snippet} ${privacy}`)
  return { hits, ...said, ...(index.status().state === 'ready' ? {} : { incomplete: true }) }
}

/** Hits for the user's own eyes: none is held back, and what may not go everywhere says so. */
async function withMarks(
  files: FileStore,
  index: SearchIndex,
  hits: readonly SearchHit[],
): Promise<readonly SearchHitView[]> {
  const rules = await privacyRulesOf(files)
  return Promise.all(
    hits.map(async (hit) => {
      const parsed = hit.kind === 'note' ? (await index.file(hit.path))?.parsed : undefined
      const path = await placeOf(files, hit.path)
      const privacy = strictestPrivacy([hit.path, path].map((each) => privacyOf(each, parsed, rules)))
      return privacy === 'open' ? hit : { ...hit, privacy }
    }),
  )
}

/** A link is marked like its target. A missing or closed file affects no other hit. */
async function placeOf(files: FileStore, path: string): Promise<string> {
  try {
    return (await files.stat(path))?.path ?? path
  } catch (error) {
    if (error instanceof WorkspaceError) return path
    throw error
  }
}

/** The tags of a workspace, most used first. */
export async function listTags(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<readonly TagView[]> {
  const index = await (await openedWorkspace(context, workspaceId)).index()
  return index.tags()
}

/** Notes like one note, best first. */
export async function findRelated(
  context: AppContext,
  {
    workspaceId,
    path,
    limit = 8,
  }: { readonly workspaceId: string; readonly path: string; readonly limit?: number },
): Promise<readonly SearchHitView[]> {
  const index = await (await openedWorkspace(context, workspaceId)).index()
  return index.related(path, limit)
}
