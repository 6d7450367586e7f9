import { join } from 'node:path'
import { createGuardedFetch } from '@varve/net'
import type { MasterKeyPlace } from '@varve/store'
import { makePrivateFolder } from '@varve/workspace'
import type { Clock } from '../clock.ts'
import { toAppError } from '../app-error.ts'
import { type App, createApp } from '../create-app.ts'
import { ensureDemoWorkspace } from '../files/ensure-demo-workspace.ts'
import { createShippedAreas } from '../areas/workspace-areas.ts'
import { LocalModels } from '../local-models/local-models.ts'
import { masterKeySealer, plainSealer } from '../guard/sealer.ts'
import { KeySafe } from '../models/key-safe.ts'
import { loadProviders, type ProviderSurroundings } from '../models/load-providers.ts'
import { ModelRunner } from '../models/model-runner.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import type { Observer } from '../telemetry/app-event.ts'
import { openDatabase } from './open-database.ts'
import { openDatabaseFiles } from '../files/open-database-files.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'
import type { RequestChecking } from '../turn/request-check.ts'
import { webSearchFrom } from '../tools/web/searxng-search.ts'

export interface OpenAppOptions {
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly dataFolder: string
  readonly demo: { readonly vault: string; readonly name: string }
  readonly clock: Clock
  readonly newId: () => string
  readonly report: (message: string) => void
  /** Where a choice of folders begins. */
  readonly home?: string | undefined
  /** Without it there is only the model inside this program. */
  readonly providers?: ProviderSurroundings | undefined
  /** What opens the keys that are kept; without it they live in memory only. */
  readonly masterKey?: MasterKeyPlace | undefined
  /** Checks each message's requests against the engine's rules; a violation is reported with it, or fails. */
  readonly checkRequests?: RequestChecking | undefined
  /** Whether changes on disk are followed while it is open; they are where it is left out. */
  readonly watch?: boolean | undefined
  /** Receives telemetry events, in numbers and ids. */
  readonly observe?: Observer | undefined
}

/** Milliseconds. */
const WARM_UP = 3000
const SWEEP_DELAY = 60_000

/** Read and compiled once, however many apps a process opens. */
const SHIPPED_AREAS = createShippedAreas()

export interface OpenedApp {
  readonly app: App
  /** The workspace that the page shows first. */
  readonly workspaceId: string
}

/** Opens the data folder and puts the parts together, as the command line and the tests of the whole do. */
export async function openApp(options: OpenAppOptions): Promise<OpenedApp> {
  const { database, dataFolder, demo, clock, newId, report, masterKey, watch = true } = options
  try {
    const store = await openDatabase(database, clock.now())
    try {
      makePrivateFolder(dataFolder)
      const workspaceId = await ensureDemoWorkspace(store, clock.now(), { ...demo, dataFolder })
      const providers = options.providers && (await loadProviders(options.providers, report))
      const keySafe = masterKey && (await KeySafe.open({ store, workspaceId, masterKey, clock, report }))
      const sealer = masterKey ? masterKeySealer(masterKey, store) : plainSealer()
      const models = [offlineChatModel()]
      // Before the first message needs them, and after the page has come up.
      setTimeout(() => void SHIPPED_AREAS().catch((error: unknown) => report(String(error))), WARM_UP).unref()
      const app = createApp({
        shippedAreas: SHIPPED_AREAS,
        clock,
        newId,
        store,
        models,
        providers,
        localModels: new LocalModels({
          dataFolder,
          environment: options.providers?.environment ?? {},
          now: () => new Date(clock.now()),
          report,
        }),
        keySafe,
        sealer,
        runner: new ModelRunner({ dataFolder, sealer, report }),
        report,
        observe: options.observe,
        checkRequests: options.checkRequests,
        home: options.home,
        auditFolder: join(dataFolder, 'audit'),
        fetchPage: createGuardedFetch(),
        webSearch: webSearchFrom(options.providers?.environment ?? {}, report),
        openFolder: ({ root }) => openFolderFiles({ root, dataFolder, clock, newId, watch }),
        openInDatabase: (id) => openDatabaseFiles({ store, workspaceId: id, dataFolder, clock, newId }),
      })
      setTimeout(
        () => void app.resumeSweeps().catch((error: unknown) => report(String(error))),
        SWEEP_DELAY,
      ).unref()
      return { app, workspaceId }
    } catch (error) {
      await store.close()
      throw error
    }
  } catch (error) {
    throw toAppError(error)
  }
}
