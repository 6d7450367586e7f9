import type { OpenedDatabase } from './opened-database.ts'
import type { PostgresOptions } from './postgres/open-postgres.ts'
import { type Answers, answers } from './repository/answers.ts'
import { type ApiKeys, apiKeys } from './repository/api-keys.ts'
import { type Audit, audit } from './repository/audit.ts'
import {
  type Blobs,
  blobs,
  type CallPages,
  callPages,
  type Objects,
  objects,
  type Requests,
  requests,
} from './repository/contents.ts'
import { type CacheObjects, cacheObjects, type WireCaches, wireCaches } from './repository/caches.ts'
import { type ChatFiles, chatFiles } from './repository/chat-files.ts'
import { type ChatTexts, chatTexts } from './chat-texts/chat-texts.ts'
import { type Conversations, conversations } from './repository/conversations.ts'
import { type EngineStates, engineStates } from './repository/engine-states.ts'
import { type FileVersions, fileVersions, type Files, files } from './repository/files.ts'
import { type Forgets, forgets, type PendingOptions, pendingOptions } from './repository/next-turn.ts'
import { type Calls, calls } from './repository/calls.ts'
import { type Choices, choices, type BranchLeaves, branchLeaves } from './repository/branch-choices.ts'
import {
  type Redactions,
  redactions,
  type SealedData,
  sealedData,
  type SealedKeys,
  sealedKeys,
} from './repository/sealed.ts'
import { type SideCalls, sideCalls } from './repository/side-calls.ts'
import { type Settings, settings, type Workspaces, workspaces } from './repository/settings.ts'
import { type Sweeps, sweeps } from './repository/sweeps.ts'
import { type Turns, turns } from './repository/turns.ts'
import { type Uploads, uploads, type WebPages, webPages } from './repository/outside-content.ts'
import { type Usage, usage } from './repository/usage.ts'
import { isDiskFailure, openSqlite, type SqliteOptions, unwritableMessage } from './sqlite/open-sqlite.ts'
import type { Statement } from './statement.ts'

/**
 * The database. Reads are promises; writes are made as statements, and `commit` does several of them
 * together: it resolves when they are on disk and rejects when none of them is. A statement is for the
 * store that made it.
 */
export interface Store extends Repositories {
  /** Why nothing can be written, where that is so. */
  readonly readOnly: string | undefined
  readonly commit: (statements: readonly Statement[]) => Promise<void>
  /** Does something that only one program on this database may do at a time; undefined while another does it. */
  readonly withLease: OpenedDatabase['withLease']
  readonly close: () => Promise<void>
}

export interface Repositories {
  readonly workspaces: Workspaces
  readonly conversations: Conversations
  readonly turns: Turns
  readonly answers: Answers
  readonly engineStates: EngineStates
  readonly calls: Calls
  readonly callPages: CallPages
  readonly choices: Choices
  readonly branchLeaves: BranchLeaves
  readonly redactions: Redactions
  readonly sideCalls: SideCalls
  readonly objects: Objects
  readonly sweeps: Sweeps
  readonly forgets: Forgets
  readonly pendingOptions: PendingOptions
  readonly requests: Requests
  readonly settings: Settings
  readonly wireCaches: WireCaches
  readonly cacheObjects: CacheObjects
  readonly blobs: Blobs
  readonly uploads: Uploads
  readonly files: Files
  readonly fileVersions: FileVersions
  readonly webPages: WebPages
  readonly chatFiles: ChatFiles
  readonly chatTexts: ChatTexts
  readonly sealedKeys: SealedKeys
  readonly sealedData: SealedData
  readonly apiKeys: ApiKeys
  readonly audit: Audit
  readonly usage: Usage
}

interface Opening {
  /** The time of opening, in milliseconds: when answers that were cut off are marked so. */
  readonly now: number
}

/** A file on this machine. */
export interface StoreOptions extends SqliteOptions, Opening {}

/** A database on a server. */
export interface PostgresStoreOptions extends PostgresOptions, Opening {}

/** Opens the database: version check, lock and migration, then recovery of what was cut off. */
export async function openStore(options: StoreOptions | PostgresStoreOptions): Promise<Store> {
  const opened = await openDatabase(options)
  const { readOnly, commit, withLease, close } = opened
  const store: Store = { readOnly, commit, withLease, close, ...repositories(opened) }
  try {
    if (readOnly === undefined)
      await commit([store.chatTexts.dueInterrupted(), store.answers.interruptAll(options.now)])
    return store
  } catch (error) {
    if (isDiskFailure(error))
      return { ...store, readOnly: unwritableMessage(error), commit: () => Promise.reject(error) }
    await close()
    throw error
  }
}

/** The client of PostgreSQL is loaded by those who use it. */
async function openDatabase(options: StoreOptions | PostgresStoreOptions): Promise<OpenedDatabase> {
  if ('path' in options) return openSqlite(options)
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return openPostgres(options)
}

export function repositories({ database, owner }: Pick<OpenedDatabase, 'database' | 'owner'>): Repositories {
  return {
    workspaces: workspaces(database),
    conversations: conversations(database),
    turns: turns(database),
    answers: answers(database, owner),
    engineStates: engineStates(database),
    calls: calls(database),
    callPages: callPages(database),
    choices: choices(database),
    branchLeaves: branchLeaves(database),
    redactions: redactions(database),
    sideCalls: sideCalls(database),
    objects: objects(database),
    sweeps: sweeps(database),
    forgets: forgets(database),
    pendingOptions: pendingOptions(database),
    requests: requests(database),
    settings: settings(database),
    wireCaches: wireCaches(database),
    cacheObjects: cacheObjects(database),
    blobs: blobs(database),
    uploads: uploads(database),
    files: files(database),
    fileVersions: fileVersions(database),
    webPages: webPages(database),
    chatFiles: chatFiles(database),
    chatTexts: chatTexts(database, owner),
    sealedKeys: sealedKeys(database),
    sealedData: sealedData(database),
    apiKeys: apiKeys(database),
    audit: audit(database),
    usage: usage(database),
  }
}
