import type { Hash } from '@varve/engine/internal'
import {
  type AttachedArtifact,
  type ChatDocument,
  decodeText,
  type FileListing,
  type FileStore,
  WorkspaceError,
} from '@varve/workspace'
import { z } from 'zod'
import { baseName } from '../files/named-context.ts'
import { textHashOf } from './read-artifact.ts'

/** Gives texts by their hashes; undefined for one that is not to be had. */
export type TextOf = (hash: Hash) => Promise<string | undefined>

/**
 * What a chat names and the workspace still holds: the file must be at the path that the chat names, or have its
 * base name, and have the very bytes. So a chat brings nothing to light that it does not know already.
 */
export function fileTexts(
  files: Pick<FileStore, 'read'>,
  { turns }: ChatDocument,
  listing: () => Promise<FileListing>,
): TextOf {
  const paths = new Map(
    turns
      .flatMap(({ attached }) => attached)
      .flatMap((attached) => [
        [textHashOf(attached), pathOf(attached.extra?.['source'])] as const,
        ...originalPlace(attached),
      ]),
  )
  // A chat names many versions of one note; the file is not read for each of them.
  const found = new Map<string, Hash>()
  const fromFile = async (path: string, hash: Hash): Promise<string | undefined> => {
    if ((found.get(path) ?? hash) !== hash) return undefined
    try {
      const file = await files.read(path)
      found.set(path, file.contentHash)
      return file.contentHash === hash ? decodeText(file) : undefined
    } catch (error) {
      if (error instanceof WorkspaceError) return undefined
      throw error
    }
  }
  return async (hash) => {
    const path = paths.get(hash)
    if (path === undefined) return undefined
    const there = await fromFile(path, hash)
    if (there !== undefined) return there
    for (const moved of movedTo(path, await listing())) {
      const text = await fromFile(moved, hash)
      if (text !== undefined) return text
    }
    return undefined
  }
}

/** What a file holds now; undefined if there is none, or if it is no text. */
export async function currentText(files: Pick<FileStore, 'read'>, path: string): Promise<string | undefined> {
  try {
    return decodeText(await files.read(path))
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}

/** Where the unredacted text is. */
function originalPlace({ extra }: AttachedArtifact): readonly (readonly [hash: Hash, path: string])[] {
  const original = ORIGINAL.safeParse(extra?.['metadata']).data?.original
  return original ? [[original.hash, original.path]] : []
}

const ORIGINAL = z.object({ original: z.object({ hash: z.string(), path: z.string() }) })

/** More files of one name are not read to find the one that was moved. */
const MOST_NAMESAKES = 50

/** Where a note may have been moved to: files of its base name. The hash tells which of them it is. */
function movedTo(path: string, { files }: FileListing): readonly string[] {
  const name = baseName(path)
  const named = files.filter((file) => baseName(file.path) === name && file.path !== path)
  return named.slice(0, MOST_NAMESAKES).map((file) => file.path)
}

/** Of the source of something attached. */
export function pathOf(source: unknown): string | undefined {
  const path = typeof source === 'object' && source !== null && 'path' in source ? source.path : undefined
  return typeof path === 'string' ? path : undefined
}
