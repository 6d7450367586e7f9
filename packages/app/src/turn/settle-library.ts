import type { Artifact } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import type { GuardedDraft } from '../guard/guard-draft.ts'
import { keepMarks, loadWishes, type NextWishes } from './next-wishes.ts'
import { type ObservedFile, observeFiles } from './observe-files.ts'
import type { TurnDraft } from './prepared-turn.ts'

/** What a chat holds when a turn begins, as its user and the disk have it by now. */
export interface SettledLibrary {
  readonly wishes: NextWishes
  /** What comes with this turn, marked as the user wishes. */
  readonly attached: readonly Artifact[]
  readonly forgotten: readonly string[]
  /** Files behind what is kept and does not come again. */
  readonly files: readonly ObservedFile[]
}

/** Looks at what is kept: what was marked or forgotten since the last turn, and which files are others now. */
export async function settleLibrary(
  context: AppContext,
  draft: TurnDraft,
  guarded: Pick<GuardedDraft, 'artifacts' | 'state'>,
): Promise<SettledLibrary> {
  const { workspaceId, chatId } = draft
  const wishes = await wishesFor(context, draft)
  const attached = keepMarks(guarded.artifacts, guarded.state, wishes)
  const forgotten = await context.store.forgets.list(workspaceId, chatId)
  const renewed = new Set([...attached.map(({ key }) => key), ...forgotten])
  const kept = [...guarded.state.library]
    .map(({ artifact }) => artifact)
    .filter(({ key }) => !renewed.has(key))
  return { wishes, attached, forgotten, files: await observeFiles(context, workspaceId, kept) }
}

async function wishesFor({ store }: AppContext, { compact, ...draft }: TurnDraft): Promise<NextWishes> {
  const wishes = await loadWishes(store, draft)
  return compact === undefined ? wishes : { ...wishes, compact }
}
