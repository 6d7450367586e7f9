import type { MasterKeyPlace } from '@varve/store'
import type { Clock } from '../clock.ts'
import { asApp, toAppError } from '../app-error.ts'
import { type DemoWorkspace, ensureDemoWorkspace } from '../files/ensure-demo-workspace.ts'
import { forgetProviderKey } from '../models/forget-provider-key.ts'
import { listProviders } from '../models/list-providers.ts'
import { KeyRing } from '../models/key-ring.ts'
import { KeySafe } from '../models/key-safe.ts'
import { loadProviders, type ProviderSurroundings } from '../models/load-providers.ts'
import { ModelRegistry } from '../models/model-registry.ts'
import { openDatabase } from './open-database.ts'
import { setProviderKey } from '../models/set-provider-key.ts'
import type { ProviderView } from '../views.ts'

export interface KeyToolsOptions {
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly demo: DemoWorkspace
  readonly masterKey: MasterKeyPlace
  readonly providers: ProviderSurroundings
  readonly clock: Clock
  readonly report: (message: string) => void
}

/** The keys of providers without the rest of the app. Each call fails with an `AppError` and nothing else. */
export interface KeyTools {
  readonly list: () => Promise<readonly ProviderView[]>
  /** Keeps a key sealed. */
  readonly set: (provider: string, key: string) => Promise<ProviderView>
  readonly forget: (provider: string) => Promise<ProviderView>
  readonly close: () => Promise<void>
}

/** Opens the database for its keys; no model server is looked for and nothing is asked of a provider. */
export async function openKeyTools(options: KeyToolsOptions): Promise<KeyTools> {
  try {
    const { database, clock, masterKey, report } = options
    const store = await openDatabase(database, clock.now())
    try {
      // Keys are bound to this workspace, so it has to be there before them.
      const workspaceId = await ensureDemoWorkspace(store, clock.now(), options.demo)
      const { environment, catalogue, fetch } = await loadProviders(options.providers, report)
      const safe = await KeySafe.open({ store, workspaceId, masterKey, clock, report })
      const keys = new KeyRing(environment, safe)
      const closing = new AbortController().signal
      const context = { registry: new ModelRegistry({ keys, catalogue, fetch, report, closing }) }
      return {
        list: () => asApp(listProviders(context)),
        set: (providerId, key) => asApp(setProviderKey(context, { providerId, key, keep: 'sealed' })),
        forget: (providerId) => asApp(forgetProviderKey(context, { providerId })),
        close: store.close,
      }
    } catch (error) {
      await store.close()
      throw error
    }
  } catch (error) {
    throw toAppError(error)
  }
}
