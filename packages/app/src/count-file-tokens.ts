import { type FolderFile, type Folder, WorkspaceError } from '@varve/workspace'
import type { AppContext } from './app-context.ts'

/** Tokens of a file by the default model's measure; undefined for what has no text. Files are read once per change. */
export async function countFileTokens(
  context: AppContext,
  folder: Folder,
  { path, kind, bytes, modified }: FolderFile,
): Promise<number | undefined> {
  const tokenizer = context.models[0]?.spec.tokenizer
  if (!tokenizer || (kind !== 'note' && kind !== 'file')) return undefined
  const version = JSON.stringify([folder.root, path, bytes, modified])
  if (context.fileTokens.has(version)) return context.fileTokens.get(version)
  const tokens = await readable(folder, path).then((text) =>
    text === undefined ? undefined : tokenizer.count(text),
  )
  context.fileTokens.set(version, tokens)
  return tokens
}

async function readable(folder: Folder, path: string): Promise<string | undefined> {
  try {
    return (await folder.read(path)).content
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}
