import { type FileListing, type FileStore, WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { openedIfThere } from '../workspace/opened-workspace.ts'
import type { Definition, DefinitionFile, DefinitionKind, DefinitionOf } from './definition.ts'
import type { Named, NoteFinder } from './attachment-for.ts'
import { indexFinder, noteFinder } from './open-note-finder.ts'
import { readOwn, readShipped } from './read-definitions.ts'
import { readTrust } from '../trust/trust.ts'
import type { DefinitionReading, KnownDefinition } from './known-definition.ts'

/** So long a message does not look again whether files have changed. */
const FRESH_MILLISECONDS = 2000

/** All definitions of a workspace, its own before those of the product, by kind and name. */
export async function workspaceDefinitions(
  context: AppContext,
  workspaceId: string,
): Promise<readonly KnownDefinition[]> {
  const { own, shipped } = await readLately(context, workspaceId)
  const trustOf = await readTrust(context.store, workspaceId)
  const mine = own.map((file): KnownDefinition => {
    const under = shipped.find((other) => isSame(other, file))
    const trust = trustOf(file)
    return {
      file,
      trusted: trust !== 'untrusted',
      ...(trust === 'changed' ? { changed: true } : {}),
      ...(under ? { shipped: under } : {}),
    }
  })
  const rest = shipped.filter((file) => !own.some((other) => isSame(other, file)))
  const all = [...mine, ...rest.map((file): KnownDefinition => ({ file, trusted: true }))]
  return all.toSorted((a, b) => compare(sortKey(a), sortKey(b)))
}

/**
 * Looks the names in a message up, in the index as far as it knows them. Only where it does not, the folder itself is
 * listed: a file may be newer than the index. A folder that is not there has none.
 */
export async function workspaceFinder(
  context: AppContext,
  workspaceId: string,
  named: readonly Named[],
): Promise<NoteFinder> {
  const opened = await openedIfThere(context, workspaceId)
  const known = opened && (await indexFinder(opened, named))
  return known ?? (await readLately(context, workspaceId)).finder()
}

/** What holds now: sound and trusted, the workspace's own before the built-in one. */
export function usableDefinitions<Kind extends DefinitionKind>(
  known: readonly KnownDefinition[],
  kind: Kind,
): readonly UsableDefinition<Kind>[] {
  return known
    .filter(({ file }) => file.kind === kind)
    .flatMap(({ file, trusted, shipped }) => [...(trusted ? [file] : []), ...(shipped ? [shipped] : [])])
    .flatMap((file) => {
      const { parsing } = file
      if (parsing.kind !== 'sound' || !isOf(parsing.definition, kind)) return []
      return [{ file, definition: parsing.definition }]
    })
    .filter(({ file }, index, all) => all.findIndex((other) => other.file.id === file.id) === index)
}

export interface UsableDefinition<Kind extends DefinitionKind> {
  readonly file: DefinitionFile
  readonly definition: DefinitionOf<Kind>
}

/** After a change that was made here, the next one who asks reads anew. */
export function forgetDefinitions({ definitions }: AppContext, workspaceId: string): void {
  definitions.delete(workspaceId)
}

function readLately(context: AppContext, workspaceId: string): Promise<DefinitionReading> {
  const { definitions, timer } = context
  const known = definitions.get(workspaceId)
  if (known && known.until > timer()) return known.files
  const files = readAll(context, workspaceId)
  definitions.set(workspaceId, { until: timer() + FRESH_MILLISECONDS, files })
  files.catch(() => definitions.delete(workspaceId))
  return files
}

async function readAll(context: AppContext, workspaceId: string): Promise<DefinitionReading> {
  const files = (await openedIfThere(context, workspaceId))?.files
  const listing = files && (await listIfThere(files, 'Varve'))
  let finder: Promise<NoteFinder> | undefined
  return {
    own: files && listing ? await readOwn({ read: files.read, list: async () => listing }) : [],
    shipped: await readShipped(),
    finder: () => (finder ??= listedFinder(files)),
  }
}

async function listedFinder(files: FileStore | undefined): Promise<NoteFinder> {
  const listing = files && (await listIfThere(files))
  return noteFinder((listing?.files ?? []).map(({ path }) => path))
}

/** A folder may be taken away while it is open. */
async function listIfThere(files: FileStore, folder?: string): Promise<FileListing | undefined> {
  try {
    return await files.list(folder)
  } catch (error) {
    if (error instanceof WorkspaceError && error.code === 'not-found') return undefined
    throw error
  }
}

function isOf<Kind extends DefinitionKind>(
  definition: Definition,
  kind: Kind,
): definition is DefinitionOf<Kind> {
  return definition.kind === kind
}

function isSame(one: DefinitionFile, other: DefinitionFile): boolean {
  return one.kind === other.kind && one.id === other.id
}

function sortKey({ file }: KnownDefinition): string {
  return `${file.kind}/${file.id}/${file.path}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
