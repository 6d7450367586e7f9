import { type Hash, hashText } from '@varve/engine/internal'
import type { ChatFileReading, FileListing } from '@varve/workspace'
import type { OpenedWorkspace } from '../files/workspace-files.ts'
import { fileTexts, type TextOf } from './file-texts.ts'
import { textFromBytes } from './text-bytes.ts'

/** Finds the texts that a chat file names: in the file, next to it, or in the workspace. Fetches nothing. */
export function chatTexts(
  { objects, files }: OpenedWorkspace,
  reading: Pick<ChatFileReading, 'document' | 'inlined'>,
  listing: FileListing,
): TextOf {
  const known = textsIn(reading)
  const inFiles = fileTexts(files, reading.document, () => Promise.resolve(listing))
  return async (hash) => {
    const own = known.get(hash)
    if (own !== undefined) return own
    const bytes = await objects.read(hash)
    const text = bytes && textFromBytes(bytes)
    return text !== undefined && hashText(text) === hash ? text : inFiles(hash)
  }
}

/** What is in the file itself. */
export function textsIn({
  document,
  inlined,
}: Pick<ChatFileReading, 'document' | 'inlined'>): ReadonlyMap<Hash, string> {
  const known = new Map<Hash, string>()
  for (const { userText, answers } of document.turns)
    for (const text of [userText, ...answers.map((answer) => answer.text)]) known.set(hashText(text), text)
  for (const { artifacts } of inlined)
    for (const { content, contentHash } of artifacts) known.set(contentHash, content)
  return known
}
