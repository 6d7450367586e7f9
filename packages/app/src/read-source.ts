import type { Artifact, State } from '@varve/engine'
import type { AppContext } from './app-context.ts'
import { AppError } from './app-error.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'
import { loadState, unpackState, warmKey } from './turn/load-state.ts'
import { type FileNow, observeFiles } from './turn/observe-files.ts'
import type { SourceTextView } from './views.ts'

export interface ReadSourceInput extends ChatPlace {
  /** Of the turn, counted from 1. */
  readonly number: number
  readonly path: string
}

/** A text as the model was given it in one turn, whatever the file holds now: what a citation points into. */
export async function readSource(context: AppContext, input: ReadSourceInput): Promise<SourceTextView> {
  await requireChat(context, input)
  const artifact = await artifactAt(context, input)
  if (!artifact)
    throw new AppError(
      'artifact-not-found',
      `Turn ${input.number} of this chat did not have "${input.path}".`,
    )
  const [file] = await observeFiles(context, input.workspaceId, [artifact])
  const { key: path, title, contentHash, content } = artifact
  return { path, title, contentHash, content, changed: changedSince(file?.now.kind ?? 'current') }
}

/** The library of a state holds what was attached up to its turn, in the version last given by then. */
async function artifactAt(context: AppContext, input: ReadSourceInput): Promise<Artifact | undefined> {
  const { store, warm } = context
  const { workspaceId, chatId: conversationId, number, path } = input
  const turn = await store.turns.byNumber({ workspaceId, conversationId, number })
  if (!turn) throw new AppError('turn-not-found', `This chat has no turn ${number}.`)
  const inMemory = warm.get(warmKey(input))
  const state =
    inMemory?.turnNumber === number ? inMemory.state : await storedState(context, workspaceId, turn)
  if (!state) return artifactInHistory(context, input)
  const place = state.places.get(path)
  return place === undefined ? undefined : state.library.get(place)?.artifact
}

/** A chat that came from its file has one state, after its last turn; that one knows what each turn brought. */
async function artifactInHistory(
  context: AppContext,
  { number, path, ...place }: ReadSourceInput,
): Promise<Artifact | undefined> {
  const { state } = await loadState(context, place)
  const attached = [...state.history]
    .filter((turn) => turn.number <= number)
    .flatMap((turn) => turn.attached.map(({ artifact }) => artifact))
  return attached.findLast(({ key }) => key === path)
}

async function storedState(
  context: AppContext,
  workspaceId: string,
  { id: turnId, number }: { readonly id: string; readonly number: number },
): Promise<State | undefined> {
  const stored = await context.store.engineStates.ofTurn({ workspaceId, turnId })
  if (!stored) return undefined
  const parsed = await unpackState(context, workspaceId, stored.root)
  if (parsed.kind === 'incomplete')
    throw new AppError('data-corrupt', `The texts of turn ${number} cannot be read back: ${parsed.reason}.`)
  return parsed.state
}

function changedSince(kind: FileNow['kind']): SourceTextView['changed'] {
  return kind === 'current' ? 'no' : kind
}
