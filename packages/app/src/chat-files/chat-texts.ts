import { type Hash, hashText } from '@varve/engine'
import { type ChatFileReading, decodeText, type FileListing, WorkspaceError } from '@varve/workspace'
import type { OpenedWorkspace } from '../workspace/opened-workspace.ts'
import { textHashOf } from './read-artifact.ts'
import { textFromBytes } from './text-bytes.ts'

/** Gives the texts that a chat file names: from the file, from beside it, or from the workspace. Nothing is fetched. */
export type TextOf = (hash: Hash) => Promise<string | undefined>

export function chatTexts(
  { objects, files }: OpenedWorkspace,
  { document, inlined }: ChatFileReading,
  listing: FileListing,
): TextOf {
  const known = new Map<Hash, string>()
  for (const { userText, answers } of document.turns)
    for (const text of [userText, ...answers.map((answer) => answer.text)]) known.set(hashText(text), text)
  for (const { artifacts } of inlined)
    for (const { content, contentHash } of artifacts) known.set(contentHash, content)
  const paths = new Map(
    document.turns
      .flatMap(({ attached }) => attached)
      .map((attached) => [textHashOf(attached), pathOf(attached.extra?.['source'])]),
  )
  const fromFile = async (path: string, hash: Hash): Promise<string | undefined> => {
    try {
      const file = await files.read(path)
      return file.contentHash === hash ? decodeText(file) : undefined
    } catch (error) {
      if (error instanceof WorkspaceError) return undefined
      throw error
    }
  }
  return async (hash) => {
    const own = known.get(hash)
    if (own !== undefined) return own
    const bytes = await objects.read(hash)
    const text = bytes && textFromBytes(bytes)
    if (text !== undefined && hashText(text) === hash) return text
    const path = paths.get(hash)
    if (path === undefined) return undefined
    return (await fromFile(path, hash)) ?? fromMoved(path, (moved) => fromFile(moved, hash), listing)
  }
}

/** A note that was moved is found by its base name, if only one has it. */
async function fromMoved(
  path: string,
  read: (path: string) => Promise<string | undefined>,
  { files }: FileListing,
): Promise<string | undefined> {
  const name = baseName(path)
  const found = files.filter((file) => baseName(file.path) === name && file.path !== path)
  const [only] = found
  return only && found.length === 1 ? read(only.path) : undefined
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function pathOf(source: unknown): string | undefined {
  const path = typeof source === 'object' && source !== null && 'path' in source ? source.path : undefined
  return typeof path === 'string' ? path : undefined
}
