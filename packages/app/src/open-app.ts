import { openStore } from '@varve/store'
import type { Clock } from './app-context.ts'
import { toAppError } from './app-error.ts'
import { type App, createApp } from './create-app.ts'
import { ensureDemoWorkspace } from './ensure-demo-workspace.ts'
import { loadProviders, type ProviderSurroundings } from './models/load-providers.ts'
import { offlineChatModel } from './offline-chat-model.ts'

export interface OpenAppOptions {
  readonly database: string
  readonly dataFolder: string
  readonly demo: { readonly vault: string; readonly name: string }
  readonly clock: Clock
  readonly newId: () => string
  readonly report: (message: string) => void
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
    const store = await openStore({ path: database, now: clock.now() })
    try {
      const workspaceId = await ensureDemoWorkspace(store, clock.now(), { ...demo, dataFolder })
      const providers = options.providers && (await loadProviders(options.providers, report))
      const models = [offlineChatModel()]
      return { app: createApp({ clock, newId, store, models, providers, report }), workspaceId }
    } catch (error) {
      await store.close()
      throw error
    }
  } catch (error) {
    throw toAppError(error)
  }
}
