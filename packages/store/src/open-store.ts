import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Migration } from './migration/migration.ts'
import { MIGRATIONS } from './migration/migrations.ts'
import { type Answers, answers } from './repository/answers.ts'
import { type Blobs, blobs } from './repository/blobs.ts'
import { type CacheObjects, cacheObjects } from './repository/cache-objects.ts'
import { type Conversations, conversations } from './repository/conversations.ts'
import { type EngineStates, engineStates } from './repository/engine-states.ts'
import { type Forgets, forgets } from './repository/forgets.ts'
import { type Objects, objects } from './repository/objects.ts'
import { type Plans, plans } from './repository/plans.ts'
import { type Requests, requests } from './repository/requests.ts'
import { type Settings, settings } from './repository/settings.ts'
import { type Turns, turns } from './repository/turns.ts'
import { type Uploads, uploads } from './repository/uploads.ts'
import { type WebPages, webPages } from './repository/web-pages.ts'
import { type WireCaches, wireCaches } from './repository/wire-caches.ts'
import { type Workspaces, workspaces } from './repository/workspaces.ts'
import type { Schema } from './schema.ts'
import { errorFromSqlite } from './sqlite/error-from-sqlite.ts'
import { openConnection } from './sqlite/open-connection.ts'
import { readerDialect } from './sqlite/reader-dialect.ts'
import { StoreError } from './store-error.ts'
import { startWriter, type Writer } from './writer/start-writer.ts'
import type { Statement } from './writer/writer-protocol.ts'

/**
 * The database. Reads are promises; writes are made as statements, and `commit` does several of them
 * together: it resolves when they are on disk and rejects when none of them is.
 */
export interface Store {
  /** Why nothing can be written, where that is so. */
  readonly readOnly: string | undefined
  readonly commit: (statements: readonly Statement[]) => Promise<void>
  readonly close: () => Promise<void>
  readonly workspaces: Workspaces
  readonly conversations: Conversations
  readonly turns: Turns
  readonly answers: Answers
  readonly engineStates: EngineStates
  readonly plans: Plans
  readonly objects: Objects
  readonly forgets: Forgets
  readonly requests: Requests
  readonly settings: Settings
  readonly wireCaches: WireCaches
  readonly cacheObjects: CacheObjects
  readonly blobs: Blobs
  readonly uploads: Uploads
  readonly webPages: WebPages
}

export interface StoreOptions {
  /** The database file; its folder is made when it is missing. */
  readonly path: string
  /** The time of opening, in milliseconds: when answers that were cut off are marked so. */
  readonly now: number
  readonly migrations?: readonly Migration[]
  /** A cap on the size of the file, in pages of 4 KB. */
  readonly maximumPages?: number
}

/** Opens the database: version check, lock, backup and migration, then recovery of what was cut off. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { path, now, migrations = MIGRATIONS, maximumPages } = options
  makePrivateFile(path)
  const writer = await startWriter({
    path,
    migrations,
    ...(maximumPages === undefined ? {} : { maximumPages }),
  })
  const reader = await openReader(path, writer)
  const database = new Kysely<Schema>({ dialect: readerDialect(reader) })
  const store: Store = {
    readOnly: writer.readOnly,
    commit: (statements) => writer.commit(statements),
    close: () => {
      // The last to close folds the log into the database, and that must be the one that may write.
      if (reader.isOpen) reader.close()
      return writer.close()
    },
    ...repositories(database),
  }
  if (store.readOnly === undefined) await store.commit([store.answers.interruptAll(now)])
  return store
}

async function openReader(path: string, writer: Writer): Promise<DatabaseSync> {
  try {
    return openConnection({ path, mode: 'read' })
  } catch (error) {
    await writer.close()
    throw errorFromSqlite(error)
  }
}

function repositories(database: Kysely<Schema>): Omit<Store, 'readOnly' | 'commit' | 'close'> {
  return {
    workspaces: workspaces(database),
    conversations: conversations(database),
    turns: turns(database),
    answers: answers(database),
    engineStates: engineStates(database),
    plans: plans(database),
    objects: objects(database),
    forgets: forgets(database),
    requests: requests(database),
    settings: settings(database),
    wireCaches: wireCaches(database),
    cacheObjects: cacheObjects(database),
    blobs: blobs(database),
    uploads: uploads(database),
    webPages: webPages(database),
  }
}

/** Chats are for their owner's eyes; SQLite gives its side files the mode of the main one. */
function makePrivateFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError('input-output', `The data folder cannot be used: ${reason}.`, { cause: error })
  }
}
