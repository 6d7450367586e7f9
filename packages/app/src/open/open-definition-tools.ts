import type { DefinitionKind, DefinitionProblem, Trust } from '@varve/contract'
import { existsSync } from 'node:fs'
import { offlineModel } from '@varve/providers'
import { parseStorePlace, readStore, type Store } from '@varve/store'
import { WorkspaceError } from '@varve/workspace'
import { AppError } from '../app-error.ts'
import { type FileTools, type FileToolsOptions, openFileTools } from './open-file-tools.ts'
import { namedWorkspaces } from '../workspaces/named-workspaces.ts'
import { loadProviders } from '../models/load-providers.ts'
import type { DefinitionFile } from '../definitions/definition.ts'
import { definitionWarnings } from '../definitions/definition-warnings.ts'
import { skillNames } from '../definitions/list-definitions.ts'
import { readOwn, readShipped } from '../definitions/read-definitions.ts'
import { readTrust } from '../trust/trust.ts'

export interface CheckedDefinition extends DefinitionFile {
  /** Without it the file does nothing. */
  readonly trusted: boolean
  /** It was edited since it was trusted; the edits are followed. */
  readonly changed?: true
  readonly warnings: readonly DefinitionProblem[]
}

export interface DefinitionToolsOptions {
  /** None: those that come with the product. */
  readonly files?: FileToolsOptions | undefined
  /** A file with models of the user's own. */
  readonly config?: string | undefined
}

/** The definitions of a workspace for the command line, which only reads. */
export interface DefinitionTools {
  /** By name; the workspace's own in place of a built-in one. */
  readonly list: (kind: DefinitionKind) => Promise<readonly CheckedDefinition[]>
  readonly read: (kind: DefinitionKind, id: string) => Promise<CheckedDefinition>
}

export async function openDefinitionTools({
  files: options,
  config,
}: DefinitionToolsOptions): Promise<DefinitionTools> {
  const models = await knownModels(config)
  const list = async (kind: DefinitionKind): Promise<readonly CheckedDefinition[]> => {
    const own = options ? await readOwnOf(options) : []
    const shipped = await readShipped()
    const sameIn = (files: readonly DefinitionFile[], { kind: of, id }: DefinitionFile) =>
      files.find((other) => other.kind === of && other.id === id)
    const all = [...own, ...shipped.filter((file) => !sameIn(own, file))]
    const known = own.map((file) => ({ file, shipped: sameIn(shipped, file) }))
    const names = { models, ...skillNames([...known, ...shipped.map((file) => ({ file }))]) }
    const wanted = all.filter((file) => file.kind === kind)
    const checked = await withTrust(options, async (trustOf) => {
      const found: CheckedDefinition[] = []
      for (const file of wanted) {
        const trust = trustOf(file)
        found.push({
          ...file,
          trusted: trust !== 'untrusted',
          ...(trust === 'changed' ? { changed: true } : {}),
          warnings: definitionWarnings(file, names),
        })
      }
      return found
    })
    return checked.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  }
  const read = async (kind: DefinitionKind, id: string): Promise<CheckedDefinition> => {
    const found = (await list(kind)).find((file) => file.id === id)
    if (!found) throw new AppError('file-not-found', `There is no ${kind} "${id}".`)
    return found
  }
  return { list, read }
}

async function readOwnOf(options: FileToolsOptions): Promise<readonly DefinitionFile[]> {
  const tools = await openFileTools(options)
  try {
    return await readOwn({ list: tools.list, read: (path) => readPlainly(tools, path) })
  } finally {
    await tools.close()
  }
}

async function knownModels(config: string | undefined): Promise<ReadonlySet<string>> {
  // Errors in that file are reported where it is used.
  const { catalogue } = await loadProviders({ environment: {}, config }, () => undefined)
  return new Set([offlineModel.id, ...catalogue.map(({ id }) => id)])
}

/** Trust is kept in the database. Where there is none, or it does not know the folder, nothing was looked at yet. */
async function withTrust<Result>(
  options: FileToolsOptions | undefined,
  act: (trustOf: (file: DefinitionFile) => Trust) => Promise<Result>,
): Promise<Result> {
  const plainly = ({ origin }: DefinitionFile): Trust => (origin === 'built-in' ? 'trusted' : 'untrusted')
  const place = options && parseStorePlace(options.database)
  if (!place || place.kind === 'dump' || (place.kind === 'sqlite' && !existsSync(place.path)))
    return act(plainly)
  const store = await readStore(place)
  try {
    const id = await workspaceIdOf(store, options.workspace)
    if (id === undefined) return await act(plainly)
    const trustOf = await readTrust(store, id)
    return await act((file) => (file.origin === 'built-in' ? 'trusted' : trustOf(file)))
  } finally {
    await store.close()
  }
}

async function workspaceIdOf(
  { workspaces }: Pick<Store, 'workspaces'>,
  wanted: string,
): Promise<string | undefined> {
  const [found] = namedWorkspaces(await workspaces.list(), wanted)
  return found?.id
}

/** What a file store says by itself: readers tell a file that is not there by it. */
async function readPlainly(tools: FileTools, path: string): ReturnType<FileTools['read']> {
  try {
    return await tools.read(path)
  } catch (error) {
    throw error instanceof AppError && error.cause instanceof WorkspaceError ? error.cause : error
  }
}
