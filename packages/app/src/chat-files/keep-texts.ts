import { type Hash, hashText } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { observeFiles } from '../turn/observe-files.ts'
import type { OpenedWorkspace } from '../workspace/opened-workspace.ts'
import { artifactsOf, buildChatDocument } from './build-chat-document.ts'
import type { GatheredChat } from './gather-chat.ts'
import { packState } from './pack-state.ts'
import { textBytes } from './text-bytes.ts'

/**
 * Keeps what a chat file names and the workspace cannot give back, each once by its hash, and with it the state
 * of the engine, so that a reload goes on byte for byte. Gives the hash of the state. [E-4]
 */
export async function keepTexts(
  context: AppContext,
  { record, objects }: OpenedWorkspace,
  gathered: GatheredChat,
): Promise<Hash | undefined> {
  const { texts } = buildChatDocument(gathered)
  const inFiles = await textsInFiles(context, record.id, gathered)
  for (const [hash, text] of texts) if (!inFiles.has(hash)) await objects.write(textBytes(text))
  for (const hash of picturesOf(gathered)) {
    const bytes = await context.store.blobs.get(record.id, hash)
    if (bytes) await objects.write(bytes)
  }
  if (!gathered.state) return undefined
  const state = packState(gathered.state, new Map([...texts, ...messagesOf(gathered)]))
  for (const text of state.texts.values()) await objects.write(textBytes(text))
  return objects.write(textBytes(state.text))
}

/** Texts that a file of the workspace holds as a whole, right now. */
async function textsInFiles(
  context: AppContext,
  workspaceId: string,
  gathered: GatheredChat,
): Promise<ReadonlySet<Hash>> {
  const whole = artifactsOf(gathered).filter(({ kind }) => kind === 'note' || kind === 'file')
  const observed = await observeFiles(context, workspaceId, whole)
  return new Set(
    observed.flatMap(({ artifact, now }) => (now.kind === 'current' ? [artifact.contentHash] : [])),
  )
}

/** What stands in the file itself. */
export function messagesOf({ turns }: GatheredChat): ReadonlyMap<Hash, string> {
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
