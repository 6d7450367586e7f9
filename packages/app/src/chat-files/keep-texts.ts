import { type Hash, hashText, type State } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { originalOf } from '../guard/original-of.ts'
import { observeFiles } from '../turn/observe-files.ts'
import type { OpenedWorkspace } from '../workspace/workspace-files.ts'
import { artifactsOf, buildChatDocument } from './build-chat-document.ts'
import type { GatheredChat, GatheredTurn } from './gather-chat.ts'
import type { KeptStates } from './kept-states.ts'
import { packState } from './pack-state.ts'
import { textBytes } from './text-bytes.ts'

/**
 * Keeps what a chat file names and the workspace cannot give back, each once by its hash, and with it the states
 * of the engine, so that a reload goes on byte for byte in every branch. [E-4]
 */
export async function keepTexts(
  context: AppContext,
  { record, objects }: OpenedWorkspace,
  gathered: GatheredChat,
): Promise<KeptStates> {
  const { texts } = buildChatDocument(gathered)
  const inFiles = await textsInFiles(context, record.id, gathered)
  for (const [hash, text] of texts) if (!inFiles.has(hash)) await objects.write(textBytes(text))
  for (const hash of picturesOf(gathered)) {
    const bytes = await context.store.blobs.get(record.id, hash)
    if (bytes) await objects.write(bytes)
  }
  const keep = async (state: State, end: string | undefined): Promise<Hash> => {
    const branch = { ...gathered, turns: branchTo(gathered, end) }
    const isWhole = branch.turns.length === gathered.turns.length
    const named = isWhole ? texts : buildChatDocument(branch).texts
    const packed = packState(state, new Map([...named, ...messagesOf(branch)]))
    for (const text of packed.texts.values()) await objects.write(textBytes(text))
    return objects.write(textBytes(packed.text))
  }
  const ends = new Map<string, Hash>()
  for (const [turnId, state] of gathered.ends) ends.set(turnId, await keep(state, turnId))
  return { ends, ...(gathered.state ? { state: await keep(gathered.state, gathered.current) } : {}) }
}

/** A state names what stands in its own branch, so that it stays as it is while others go on. */
function branchTo({ turns }: GatheredChat, end: string | undefined): readonly GatheredTurn[] {
  const byId = new Map(turns.map((turn) => [turn.turn.id, turn]))
  const branch: GatheredTurn[] = []
  for (let at = end; at !== undefined; at = branch.at(-1)?.turn.parentId) {
    const turn = byId.get(at)
    if (!turn) break
    branch.push(turn)
  }
  return branch.reverse()
}

/** Texts that a file of the workspace holds as a whole, right now. */
async function textsInFiles(
  context: AppContext,
  workspaceId: string,
  gathered: GatheredChat,
): Promise<ReadonlySet<Hash>> {
  const whole = artifactsOf(gathered).filter(
    // What the guard has taken something out of stands in no file.
    (artifact) =>
      (artifact.kind === 'note' || artifact.kind === 'file') &&
      originalOf(artifact).hash === artifact.contentHash,
  )
  const observed = await observeFiles(context, workspaceId, whole)
  return new Set(
    observed.flatMap(({ artifact, now }) => (now.kind === 'current' ? [artifact.contentHash] : [])),
  )
}

/** What stands in the file itself. */
function messagesOf({ turns }: GatheredChat): ReadonlyMap<Hash, string> {
  const texts = turns.flatMap(({ turn, answers }) => [turn.text, ...answers.map(({ text }) => text)])
  return new Map(texts.map((text) => [hashText(text), text]))
}

function picturesOf({ turns }: GatheredChat): ReadonlySet<Hash> {
  return new Set(
    turns.flatMap(({ record }) => [
      ...(record?.images ?? []).map(({ hash }) => hash),
      ...(record?.attached ?? []).flatMap(({ artifact }) => artifact.images.map(({ hash }) => hash)),
    ]),
  )
}
