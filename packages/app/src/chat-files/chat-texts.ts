import { type Hash, hashText } from '@varve/engine/internal'
import type { ChatFileReading, FileListing } from '@varve/workspace'
import type { OpenedWorkspace } from '../files/workspace-files.ts'
import { fileTexts, type TextOf } from './file-texts.ts'

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

/** Never begins UTF-8: it marks a text that has no such form. */
const MARK = 0xff

/** A text as the bytes that its hash is of, so that it can be kept under that name. */
export function textBytes(text: string): Uint8Array {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8')
  const bytes = Buffer.alloc(1 + text.length * 2)
  bytes[0] = MARK
  for (let index = 0; index < text.length; index += 1)
    bytes.writeUInt16BE(text.charCodeAt(index), 1 + index * 2)
  return bytes
}

/** The inverse of `textBytes`. Bytes that are no text give another text, as its hash will show. */
export function textFromBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer[0] !== MARK) return buffer.toString('utf8')
  let text = ''
  for (let index = 1; index + 1 < buffer.length; index += 2)
    text += String.fromCharCode(buffer.readUInt16BE(index))
  return text
}
