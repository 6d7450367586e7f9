import { WorkspaceError } from '@varve/workspace'
import { AppError } from '../app-error.ts'
import { type FileTools, type FileToolsOptions, openFileTools } from '../files/open-file-tools.ts'
import type { DefinitionFile, DefinitionKind } from './definition.ts'
import { readOwn, readShipped } from './read-definitions.ts'

/** The definitions of a workspace for the command line, which only reads. */
export interface DefinitionTools {
  /** By name; the workspace's own in place of a built-in one. */
  readonly list: (kind: DefinitionKind) => Promise<readonly DefinitionFile[]>
  readonly read: (kind: DefinitionKind, id: string) => Promise<DefinitionFile>
  readonly close: () => Promise<void>
}

/** Without a workspace there are those that come with the product. */
export async function openDefinitionTools(options?: FileToolsOptions): Promise<DefinitionTools> {
  const tools = options && (await openFileTools(options))
  const list = async (kind: DefinitionKind): Promise<readonly DefinitionFile[]> => {
    const own = tools ? await readOwn({ list: tools.list, read: (path) => readPlainly(tools, path) }) : []
    const shipped = (await readShipped()).filter(
      (file) => !own.some((other) => other.kind === file.kind && other.id === file.id),
    )
    return [...own, ...shipped]
      .filter((file) => file.kind === kind)
      .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  }
  const read = async (kind: DefinitionKind, id: string): Promise<DefinitionFile> => {
    const found = (await list(kind)).find((file) => file.id === id)
    if (!found) throw new AppError('file-not-found', `There is no ${kind} "${id}".`)
    return found
  }
  return { list, read, close: async () => tools?.close() }
}

/** What a file store says by itself: readers tell a file that is not there by it. */
async function readPlainly(tools: FileTools, path: string): ReturnType<FileTools['read']> {
  try {
    return await tools.read(path)
  } catch (error) {
    throw error instanceof AppError && error.cause instanceof WorkspaceError ? error.cause : error
  }
}
