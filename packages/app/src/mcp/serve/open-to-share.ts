import { join } from 'node:path'
import { parseStorePlace, readStore, type Store, StoreError } from '@varve/store'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../app-error.ts'
import { appendToJournal, type JournalEntry, journalWriter } from '../../guard/audit-journal.ts'
import { openDatabase } from '../../open-database.ts'

export interface ToShareOptions {
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
  readonly processId: number
}

export type Write = (workspaceId: string, entry: JournalEntry) => Promise<void>

export interface OpenedToShare {
  readonly store: Store
  readonly write: Write
}

/**
 * A file of a database is open to one writer, which is Varve itself: it is only read here, and the audit goes into a
 * journal that Varve takes over. A PostgreSQL has room for both.
 */
export async function openToShare(options: ToShareOptions): Promise<OpenedToShare> {
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
