import type { DefinitionKind, ChatSettingsView } from '@varve/contract'
import { createLinkResolver, type FileStore } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { listIfThere } from '../areas/read-packs.ts'
import { openedIfThere } from '../workspaces/opened-workspace.ts'
import type { OpenedWorkspace } from '../files/workspace-files.ts'
import type { Definition, DefinitionFile, DefinitionOf } from './definition.ts'
import { attachmentFor, isFile, type Named, type NoteFinder } from './attachment-for.ts'
import { readOwn, readShipped } from './read-definitions.ts'
import { readTrust } from '../trust/trust.ts'
import type { DefinitionReading, KnownDefinition } from './known-definition.ts'
import { AppError } from '../app-error.ts'

/** So long a message does not look again whether files have changed. */
const FRESH_MILLISECONDS = 2000
/** As long where the index, which hears of changes, has not changed either. */
const UNCHANGED_MILLISECONDS = 30_000

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
  if (known || !opened) return known ?? noteFinder([])
  const index = await opened.index().catch(() => undefined)
  const status = JSON.stringify(index?.status())
  const last = listings.get(opened)
  const isFresh = last && last.until > context.timer() && (last.status === status || !index)
  if (isFresh && !(await namesGone(opened.files, named, await last.finder))) return last.finder
  const finder = listedFinder(opened.files)
  const patience = index ? UNCHANGED_MILLISECONDS : FRESH_MILLISECONDS
  listings.set(opened, { until: context.timer() + patience, status, finder })
  finder.catch(() => listings.delete(opened))
  return finder
}

interface Listing {
  readonly until: number
  /** Of the index, when the folder was listed. */
  readonly status: string | undefined
  readonly finder: Promise<NoteFinder>
}

const listings = new WeakMap<OpenedWorkspace, Listing>()

/** Whether a listing finds a file that is no longer there. */
async function namesGone(files: FileStore, named: readonly Named[], finder: NoteFinder): Promise<boolean> {
  for (const name of named.filter(isFile)) {
    const path = attachmentFor(name, finder)?.split('#', 1)[0]
    if (name.kind !== 'folder' && path !== undefined && !(await files.stat(path))) return true
  }
  return false
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

/** After a change that was made here, the next one who asks reads again. */
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
  return {
    own: files && listing ? await readOwn({ read: files.read, list: async () => listing }) : [],
    shipped: await readShipped(),
  }
}

async function listedFinder(files: FileStore): Promise<NoteFinder> {
  const listing = await listIfThere(files)
  return noteFinder((listing?.files ?? []).map(({ path }) => path))
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

/** By the index, where it knows all of these names and what it found is still there; undefined where not. */
async function indexFinder(
  { files, index }: OpenedWorkspace,
  named: readonly Named[],
): Promise<NoteFinder | undefined> {
  // Without an index, as on a disk that cannot be written, the folder is listed.
  const opened = await index().catch(() => undefined)
  if (opened?.status().state !== 'ready') return undefined
  const wanted = named.filter(isFile)
  const notes = [...new Set(wanted.flatMap(({ kind, name }) => (kind === 'folder' ? [] : [nameOf(name)])))]
  const links = notes.map((target) => ({ form: 'wiki', embed: false, target, line: 0 }) as const)
  const paths = await opened.resolveLinks('', links)
  for (const path of paths) if (path === undefined || !(await files.stat(path))) return undefined
  for (const { kind, name } of wanted)
    if (kind === 'folder' && name !== '/' && (await opened.filesUnder(name.slice(0, -1), 1)).total === 0)
      return undefined
  const found = new Map(notes.map((note, at) => [note, paths[at]]))
  return { find: (target) => withPart(found.get(nameOf(target)), target), hasFolder: () => true }
}

function noteFinder(paths: readonly string[]): NoteFinder {
  const resolver = createLinkResolver(paths.map((path) => ({ path, aliases: [] })))
  return {
    find: (target) => {
      const name = nameOf(target)
      if (name === '') return undefined
      return withPart(resolver.follow({ target: name, form: 'wiki' }, '')?.path, target)
    },
    hasFolder: (folder) => folder === '/' || paths.some((path) => path.startsWith(folder)),
  }
}

function nameOf(target: string): string {
  const hash = target.indexOf('#')
  return (hash < 0 ? target : target.slice(0, hash)).trim()
}

function withPart(path: string | undefined, target: string): string | undefined {
  const hash = target.indexOf('#')
  const part = hash < 0 ? '' : target.slice(hash + 1)
  return path === undefined || part === '' ? path : `${path}#${part.trim()}`
}

interface Choosing {
  readonly workspaceId: string
  readonly before: ChatSettingsView
  readonly after: ChatSettingsView
}

/** Refuses an agent or a project for a chat that is not there. What a chat has already may go missing. */
export async function requireChosen(
  context: AppContext,
  { workspaceId, before, after }: Choosing,
): Promise<void> {
  for (const kind of ['agent', 'project'] as const) {
    const id = after[kind]
    if (id === undefined || id === before[kind]) continue
    // Includes a file that was added just now.
    forgetDefinitions(context, workspaceId)
    const known = await workspaceDefinitions(context, workspaceId)
    if (!known.some(({ file }) => file.kind === kind && file.id === id))
      throw new AppError(
        'message-invalid',
        `There is no ${kind} "${id}" in this workspace. Nothing has been changed.`,
      )
  }
}
