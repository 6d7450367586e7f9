import type { State } from '@varve/engine'
import type { TurnRecord } from '@varve/store'
import { WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { shownHash } from '../tools/files/content-guard.ts'
import type { FileContentView, SourceTextView } from '../views.ts'
import { readFile } from './read-file.ts'

export interface FoundSource {
  readonly turn: TurnRecord
  readonly path: string
  /** With the turn open; undefined where nothing is known of what its tools brought. */
  readonly asked: State | undefined
}

/**
 * A file that a turn was given passages of, by a search or a tool: as it is now, since only the passages were kept.
 * Undefined where no answer of the turn cites it.
 */
export async function readFoundSource(
  context: AppContext,
  { turn, path, asked }: FoundSource,
): Promise<SourceTextView | undefined> {
  const { workspaceId } = turn
  const answers = await context.store.answers.ofTurn(workspaceId, turn.id)
  if (!answers.some(({ sources }) => sources.some((source) => source.path === path))) return undefined
  const file = await fileNow(context, workspaceId, path)
  if (!file) {
    const title = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
    return { path, title, contentHash: '', content: '', changed: 'missing', isNow: true }
  }
  const { title, contentHash, content } = file
  const isSame = wasFound(asked, path, contentHash) ?? file.modified <= turn.at
  return { path, title, contentHash, content, changed: isSame ? 'no' : 'changed', isNow: true }
}

async function fileNow(
  context: AppContext,
  workspaceId: string,
  path: string,
): Promise<FileContentView | undefined> {
  try {
    return await readFile(context, { workspaceId, path })
  } catch (error) {
    const isGone = error instanceof WorkspaceError && error.code !== 'changed-while-reading'
    if (isGone || toAppError(error).code === 'file-not-text') return undefined
    throw error
  }
}

/** Whether it was found or read in this version; undefined where that was not recorded. */
function wasFound(asked: State | undefined, path: string, hash: string): boolean | undefined {
  const { gathered = [], steps = {} } = asked?.open ?? {}
  const exchanges = Object.values(steps).flatMap((all) => all.flatMap((step) => step.exchanges))
  const hits = [...gathered, ...exchanges].flatMap((result) => result.hits ?? [])
  const heads = [...gathered.map(({ text }) => text), ...exchanges.map(({ result }) => result)]
    .map((text) => text.split('\n', 1)[0] ?? '')
    .filter((head) => head.startsWith(`${path}, `))
  const seen = [
    ...hits.filter(({ key }) => key === path).map(({ contentHash }) => contentHash === hash),
    ...heads.map((head) => head.includes(`hash ${shownHash(hash)}`)),
  ]
  return seen.length === 0 ? undefined : seen.includes(true)
}
