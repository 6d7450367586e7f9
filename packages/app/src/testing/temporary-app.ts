import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openStore, type Store, type StoreOptions } from '@varve/store'
import type { NumberedEvent } from '../turn/live-answer.ts'
import type { ChatModel } from '../models/chat-model.ts'
import type { AppOptions } from '../app-options.ts'
import { type App, createApp } from '../create-app.ts'
import { createShippedAreas } from '../areas/workspace-areas.ts'
import { plainSealer } from '../guard/sealer.ts'
import { ModelRunner } from '../models/model-runner.ts'
import type { ProviderOptions } from '../models/provider-options.ts'
import type { TurnView } from '@varve/contract'
import { openDatabaseFiles } from '../files/open-database-files.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'

export interface TemporaryApp {
  readonly app: App
  readonly store: Store
  readonly root: string
  /** The file. */
  readonly database: string
  readonly reports: readonly string[]
  readonly write: (path: string, content: string | Uint8Array) => void
  /** Sends and waits until the answer has ended. */
  readonly ask: (
    chatId: string,
    text: string,
    attach?: readonly string[],
    modelId?: string,
  ) => Promise<TurnView>
  /** Closes the app and opens the same data again. */
  readonly reopen: (options?: TemporaryOptions) => Promise<TemporaryApp>
  readonly remove: () => Promise<void>
}

export const WORKSPACE = 'w'

/** Reading them takes longer than most tests. */
const SHIPPED_AREAS = createShippedAreas()

export interface TemporaryOptions extends Partial<StoreOptions> {
  readonly providers?: ProviderOptions | undefined
  readonly fetchPage?: AppOptions['fetchPage']
  readonly webSearch?: AppOptions['webSearch']
  /** In place of one that continues by a second each time it is looked at. */
  readonly clock?: (() => number) | undefined
  readonly observe?: AppOptions['observe']
  /** In place of one that fails where a rule of the engine is broken. */
  readonly checkRequests?: AppOptions['checkRequests']
  readonly timer?: AppOptions['timer']
  /** Runs models that are in `models` beside the database; there are none by default. */
  readonly runsModels?: boolean
  /** In place of one with a key that every run has. */
  readonly sealer?: AppOptions['sealer']
  /** In place of folders whose data is beside the database. */
  readonly openFolder?: AppOptions['openFolder'] | undefined
}

/** An app on a real folder and a real database, with a predictable clock. */
export async function temporaryApp(
  models: readonly ChatModel[],
  options: TemporaryOptions = {},
): Promise<TemporaryApp> {
  const base = mkdtempSync(join(tmpdir(), 'varve-app-'))
  mkdirSync(join(base, 'vault'))
  return openTemporaryApp(base, models, options)
}

async function openTemporaryApp(
  base: string,
  models: readonly ChatModel[],
  {
    providers,
    clock,
    fetchPage,
    webSearch,
    observe,
    timer,
    sealer,
    openFolder,
    checkRequests = 'fail',
    runsModels = false,
    ...options
  }: TemporaryOptions,
): Promise<TemporaryApp> {
  const root = join(base, 'vault')
  const store = await openStore({ path: join(base, 'varve.db'), now: 0, ...options })
  if (!(await store.workspaces.get(WORKSPACE))) await insertWorkspaces(store, root)
  const reports: string[] = []
  const report = (message: string): number => reports.push(message)
  const ownSealer = sealer ?? plainSealer(new Uint8Array(32).fill(7))
  let time = Date.UTC(2026, 0, 1)
  const app = createApp({
    clock: { now: clock ?? (() => (time += 1000)) },
    newId: randomUUID,
    store,
    models,
    shippedAreas: SHIPPED_AREAS,
    sealer: ownSealer,
    runner: runsModels
      ? new ModelRunner({ dataFolder: base, sealer: ownSealer, report, gpu: false })
      : undefined,
    providers,
    openFolder: openFolder ?? temporaryFolders(base),
    openInDatabase: (workspaceId) =>
      openDatabaseFiles({
        store,
        workspaceId,
        dataFolder: base,
        clock: { now: Date.now },
        newId: randomUUID,
      }),
    fetchPage,
    webSearch,
    observe,
    timer,
    checkRequests,
    report,
  })
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return {
    app,
    store,
    root,
    database: join(base, 'varve.db'),
    reports,
    write,
    ask: async (chatId, text, attach = [], modelId) => {
      const { answerId } = await app.sendMessage({ workspaceId: WORKSPACE, chatId, text, attach, modelId })
      return lastTurn(await collect(app, answerId))
    },
    reopen: async (reopened = {}) => {
      await app.close()
      return openTemporaryApp(base, models, { providers, clock, runsModels, ...reopened })
    },
    remove: async () => {
      await app.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** Real folders with real indexes, whose data is beside the database. */
export function temporaryFolders(dataFolder: string): AppOptions['openFolder'] {
  const parts = { dataFolder, clock: { now: Date.now }, newId: randomUUID, watch: false }
  return ({ root }) => openFolderFiles({ root, ...parts })
}

async function insertWorkspaces(store: Store, root: string): Promise<void> {
  const workspace = { name: 'Vault', kind: 'folder', root, createdAt: 0 } as const
  await store.commit([
    store.workspaces.insert({ ...workspace, id: WORKSPACE }),
    store.workspaces.insert({ ...workspace, id: 'other' }),
  ])
}

/** All events of an answer from a number on. */
export async function collect(app: App, answerId: string, after = 0): Promise<readonly NumberedEvent[]> {
  const events: NumberedEvent[] = []
  for await (const event of (await app.watchAnswer({ workspaceId: WORKSPACE, answerId, after })) ?? [])
    events.push(event)
  return events
}

export function textOf(events: readonly NumberedEvent[]): string {
  return events.map(({ event }) => (event.kind === 'text' ? event.delta : '')).join('')
}

export function lastTurn(events: readonly NumberedEvent[]): TurnView {
  const last = events.at(-1)?.event
  if (!last || !('turn' in last)) throw new Error('The answer has not ended.')
  return last.turn
}
