import { join } from 'node:path'
import { parseStorePlace, readStore, type Store, StoreError, type WorkspaceRecord } from '@varve/store'
import type { SearchIndex } from '@varve/index'
import { AppError, toAppError } from '../app-error.ts'
import { openDatabaseFiles } from '../files/open-database-files.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'
import type { WorkspaceFiles } from '../files/workspace-files.ts'
import type { createMcpServer } from '../mcp/serve/mcp-server.ts'
import { sharedWorkspace, type SharedWorkspace } from '../mcp/serve/shared-workspace.ts'
import { notFound, requireWorkspace } from '../workspaces/named-workspaces.ts'
import { workspaceAround } from '../workspaces/choose-workspace.ts'
import { LISTED } from '../files/workspace-settings.ts'
import type { Clock } from '../clock.ts'
import { appendToJournal, type JournalEntry, journalWriter } from '../guard/audit-journal.ts'
import { openDatabase } from './open-database.ts'

/** A shared workspace as a server of MCP; its package is loaded here. */
export async function createSharedServer(...given: Parameters<typeof createMcpServer>): Promise<McpServer> {
  const serving = await import('../mcp/serve/mcp-server.ts')
  return serving.createMcpServer(...given)
}

type McpServer = ReturnType<typeof createMcpServer>

export interface SharedWorkspaceOptions extends WorkspaceWanted, ToShareOptions {}

/** Opens it beside a Varve that may be running on the same data. */
export async function openSharedWorkspace(options: SharedWorkspaceOptions): Promise<SharedWorkspace> {
  try {
    const { store, write } = await openToShare(options)
    try {
      const record = await chooseWorkspace(store, options)
      const { files, openIndex } = await openFiles(store, record, options)
      const index = openOnce(openIndex)
      const { clock } = options
      const shared = await sharedWorkspace({
        record,
        store,
        files,
        index: index.open,
        now: clock.now,
        write: (entry) => write(record.id, entry),
      })
      return {
        ...shared,
        close: async () => {
          await index.close()
          await store.close()
        },
      }
    } catch (error) {
      await store.close()
      throw error
    }
  } catch (error) {
    throw toAppError(error)
  }
}

function openFiles(
  store: Store,
  { id, kind, root, name }: WorkspaceRecord,
  { dataFolder, clock, newId }: SharedWorkspaceOptions,
): Promise<WorkspaceFiles> {
  const parts = { dataFolder, clock, newId }
  if (kind === 'database') return openDatabaseFiles({ ...parts, store, workspaceId: id })
  if (root !== undefined) return openFolderFiles({ ...parts, root, watch: true })
  throw new AppError('workspace-not-found', `The workspace "${name}" has no files that can be opened here.`)
}

/** Opened by the first caller; one that could not be opened may be the next time. */
function openOnce(open: () => Promise<SearchIndex>) {
  let opening: Promise<SearchIndex> | undefined
  return {
    open: (): Promise<SearchIndex> => {
      opening ??= open().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      return opening
    },
    close: async (): Promise<void> => {
      const index = await opening?.catch(() => undefined)
      await index?.close()
    },
  }
}

interface WorkspaceWanted {
  /** An id, a name or a folder; where one is, else the only one, where it is left out. */
  readonly workspace?: string | undefined
  /** Where the program was started. */
  readonly cwd: string
}

/** The workspace that is meant; one that was taken out of the list is none. */
async function chooseWorkspace(
  { workspaces, settings }: Pick<Store, 'workspaces' | 'settings'>,
  { workspace, cwd }: WorkspaceWanted,
): Promise<WorkspaceRecord> {
  const all = await workspaces.list()
  const isListed = await Promise.all(all.map(async ({ id }) => (await settings.get(id, LISTED)) !== 'no'))
  const listed = all.filter((_, index) => isListed[index])
  if (workspace !== undefined) return requireWorkspace(listed, workspace)
  const around = workspaceAround(listed, cwd) ?? (listed.length === 1 ? listed[0] : undefined)
  if (around) return around
  throw notFound('Name the workspace with --workspace, by its id, name or folder:', listed)
}

interface ToShareOptions {
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
  readonly processId: number
}

type Write = (workspaceId: string, entry: JournalEntry) => Promise<void>

interface OpenedToShare {
  readonly store: Store
  readonly write: Write
}

/**
 * A file of a database is open to one writer, which is Varve itself: it is only read here, and the audit goes into a
 * journal that Varve takes over. A PostgreSQL has room for both.
 */
async function openToShare(options: ToShareOptions): Promise<OpenedToShare> {
  const { database, dataFolder, clock, newId, processId } = options
  const place = parseStorePlace(database)
  if (place.kind === 'dump') throw new AppError('message-invalid', 'A backup of a server cannot be opened.')
  if (place.kind === 'postgres') {
    const store = await openDatabase(database, clock.now())
    const write: Write = (workspaceId, { actor, ...entry }) =>
      store.commit([store.audit.append({ ...entry, workspaceId, actor })])
    return { store, write }
  }
  const message = 'The database was opened to be read.'
  const refuse: Store['commit'] = (statements) =>
    statements.length === 0 ? Promise.resolve() : Promise.reject(new StoreError('failed', message))
  const writer = journalWriter(processId, newId())
  const folder = join(dataFolder, 'audit')
  return {
    store: { ...(await readStore(place)), readOnly: message, commit: refuse },
    write: (workspaceId, entry) => appendToJournal({ folder, workspaceId, writer }, entry),
  }
}
