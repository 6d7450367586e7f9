import type { Artifact, State } from '@varve/engine'
import type { TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { loadAsked, loadState } from '../turn/load-state.ts'
import { type FileNow, observeFiles } from '../turn/observe-files.ts'
import { requireTurn } from '../turn/require-turn.ts'
import type { SourceTextView } from '../views.ts'
import { readFoundSource } from './read-found-source.ts'

export interface ReadSourceInput extends ChatPlace {
  /** The id of the turn, or its place in the branch on show. */
  readonly turn: string | number
  readonly path: string
}

/**
 * What a citation points into: a text as the model was given it in one turn, whatever the file holds now. Of a file
 * that it was given passages of, the file.
 */
export async function readSource(context: AppContext, input: ReadSourceInput): Promise<SourceTextView> {
  const turn = await requireTurn(context, input, input.turn)
  const asked = await loadAsked(context, input, turn)
  const artifact = asked ? artifactAt(asked.state, input.path) : await artifactInHistory(context, input, turn)
  if (!artifact) {
    const found = await readFoundSource(context, { turn, path: input.path, asked: asked?.state })
    if (found) return found
    const message = `Turn ${turn.number} of this chat did not have "${input.path}".`
    throw new AppError('artifact-not-found', message)
  }
  const [file] = await observeFiles(context, input.workspaceId, [artifact])
  const { key: path, title, contentHash, content } = artifact
  return { path, title, contentHash, content, changed: changedSince(file?.now.kind ?? 'current') }
}

/** The library of a state holds what was attached up to its turn, in the version last given by then. */
function artifactAt({ places, library }: State, path: string): Artifact | undefined {
  const place = places.get(path)
  return place === undefined ? undefined : library.get(place)?.artifact
}

/** A chat that came from its file has one state, after its last turn; that one knows what each turn brought. */
async function artifactInHistory(
  context: AppContext,
  { path, ...place }: ReadSourceInput,
  { number }: TurnRecord,
): Promise<Artifact | undefined> {
  const { state } = await loadState(context, place)
  const attached = [...state.history]
    .filter((turn) => turn.number <= number)
    .flatMap((turn) => turn.attached.map(({ artifact }) => artifact))
  return attached.findLast(({ key }) => key === path)
}

function changedSince(kind: FileNow['kind']): SourceTextView['changed'] {
  return kind === 'current' ? 'no' : kind
}
