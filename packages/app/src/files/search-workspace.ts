import { localDay, mergeCopies } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { openedWorkspace } from '../workspace/opened-workspace.ts'
import { withMarks } from '../workspace/with-marks.ts'
import type { SearchView } from '../views.ts'

export interface SearchWorkspaceInput {
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
