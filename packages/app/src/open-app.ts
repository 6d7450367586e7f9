import { createGuardedFetch } from '@varve/net'
import { openStore } from '@varve/store'
import type { Clock } from './app-context.ts'
import { toAppError } from './app-error.ts'
import { type App, createApp } from './create-app.ts'
import { ensureDemoWorkspace } from './ensure-demo-workspace.ts'
import { loadProviders, type ProviderSurroundings } from './models/load-providers.ts'
import { offlineChatModel } from './offline-chat-model.ts'
import { openFolderFiles } from './workspace/open-folder-files.ts'

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
}

export interface OpenedApp {
  readonly app: App
  /** The workspace that the page shows first. */
  readonly workspaceId: string
}

/** Opens the data folder and puts the parts together, as the command line and the tests of the whole do. */
export async function openApp(options: OpenAppOptions): Promise<OpenedApp> {
  const { database, dataFolder, demo, clock, newId, report } = options
  try {
    const now = clock.now()
    const isUrl = /^postgres(?:ql)?:\/\//i.test(database)
    const store = await openStore(isUrl ? { url: database, now } : { path: database, now })
    try {
      const workspaceId = await ensureDemoWorkspace(store, clock.now(), { ...demo, dataFolder })
      const providers = options.providers && (await loadProviders(options.providers, report))
      const models = [offlineChatModel()]
      const app = createApp({
        clock,
        newId,
        store,
        models,
        providers,
        report,
        home: options.home,
        fetchPage: createGuardedFetch(),
        openFolder: ({ root }) => openFolderFiles({ root, dataFolder, clock, newId, watch: true }),
      })
      return { app, workspaceId }
    } catch (error) {
      await store.close()
      throw error
    }
  } catch (error) {
    throw toAppError(error)
  }
}
