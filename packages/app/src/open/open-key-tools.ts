import { findMasterKey, type MasterKeyPlace, openMasterKey, parseStorePlace, StoreError } from '@varve/store'
import { existsSync } from 'node:fs'
import type { Clock } from '../clock.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../access/api-keys.ts'
import { asApp, toAppError } from '../app-error.ts'
import { DEMO_ID, type DemoWorkspace, ensureDemoWorkspace } from '../files/ensure-demo-workspace.ts'
import { plainSealer } from '../guard/sealer.ts'
import { forgetProviderKey, listProviders, setProviderKey } from '../models/provider-keys.ts'
import { KeyRing } from '../models/key-ring.ts'
import { KeySafe } from '../models/key-safe.ts'
import { loadProviders, type ProviderSurroundings } from '../models/load-providers.ts'
import { ModelRegistry } from '../models/model-registry.ts'
import { openDatabase, openToRead } from './open-database.ts'
import type { ApiKeyView, CreateApiKeyRequest, ModelView, NewApiKeyView, ProviderView } from '@varve/contract'
import { addModel, type AddModelInput, removeModel } from '../models/endpoints.ts'
import { listModels } from '../models/list-models.ts'
import { ModelRunner } from '../models/model-runner.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'

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
  /** Tries a model of an address and adds it, with its key sealed. */
  readonly add: (input: Omit<AddModelInput, 'keep'>) => Promise<ModelView>
  readonly remove: (modelId: string) => Promise<void>
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
      const { environment, catalogue, fetch, config } = await loadProviders(options.providers, report)
      const safe = await KeySafe.open({ store, workspaceId, masterKey, clock, report })
      const keys = new KeyRing(environment, safe)
      const closing = new AbortController().signal
      const context = { registry: new ModelRegistry({ keys, catalogue, fetch, config, report, closing }) }
      return {
        list: () => asApp(listProviders(context)),
        set: (providerId, key) => asApp(setProviderKey(context, { providerId, key, keep: 'sealed' })),
        forget: (providerId) => asApp(forgetProviderKey(context, { providerId })),
        add: (input) => asApp(addModel(context, { ...input, keep: 'sealed' })),
        remove: (modelId) => asApp(removeModel(context, { modelId })),
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

export interface KeptKeysOptions {
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly masterKey: MasterKeyPlace
  readonly providers: ProviderSurroundings
  /** Where models of the user's own are. */
  readonly dataFolder?: string
  readonly clock: Clock
  readonly report: (message: string) => void
}

/** For which providers there is a key, and where it comes from. It only reads, also while Varve runs. */
export async function listKeptKeys(options: KeptKeysOptions): Promise<readonly ProviderView[]> {
  try {
    const { report } = options
    const { environment, catalogue, fetch } = await loadProviders(options.providers, report)
    const safe = await readKeySafe(options)
    const keys = new KeyRing(environment, safe)
    const closing = new AbortController().signal
    return await listProviders({ registry: new ModelRegistry({ keys, catalogue, fetch, report, closing }) })
  } catch (error) {
    throw toAppError(error)
  }
}

/** The keys that are kept, to be read. Where nothing was ever kept there is no file, and none is made. */
async function readKeySafe(options: KeptKeysOptions): Promise<KeySafe | undefined> {
  const { database, masterKey, clock, report } = options
  const place = parseStorePlace(database)
  if (place.kind === 'sqlite' && !existsSync(place.path)) return undefined
  const store = await openToRead(database)
  try {
    return await KeySafe.open({ store, workspaceId: DEMO_ID, masterKey, clock, report })
  } finally {
    await store.close()
  }
}

/**
 * Every model that is known, and which can be asked, as the app lists them. It only reads, also while Varve runs; of the
 * network, no more than the ports of this machine on which model servers listen.
 */
export async function readModels(options: KeptKeysOptions): Promise<readonly ModelView[]> {
  try {
    const { report } = options
    const { environment, ...providers } = await loadProviders(options.providers, report)
    const keys = new KeyRing(environment, await readKeySafe(options))
    const closing = new AbortController().signal
    const runner =
      options.dataFolder === undefined
        ? undefined
        : new ModelRunner({ dataFolder: options.dataFolder, sealer: plainSealer(), report })
    const registry = new ModelRegistry({ ...providers, keys, report, closing, runner })
    try {
      return await listModels({ models: [offlineChatModel()], registry })
    } finally {
      await runner?.close()
    }
  } catch (error) {
    throw toAppError(error)
  }
}

/**
 * Makes another master key in the place of one that is lost for good; false where there is one. One that is there, and
 * be it one that may not be used now, is never replaced. A Varve that runs uses it from then on.
 */
export async function resetMasterKey(place: MasterKeyPlace): Promise<boolean> {
  try {
    return await isMade(place)
  } catch (error) {
    throw toAppError(error)
  }
}

async function isMade(place: MasterKeyPlace): Promise<boolean> {
  try {
    await findMasterKey(place)
    return false
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'master-key-missing') throw error
    await openMasterKey(place)
    return true
  }
}

export interface ApiKeyTools {
  readonly list: () => Promise<readonly ApiKeyView[]>
  readonly create: (wanted: CreateApiKeyRequest) => Promise<NewApiKeyView>
  readonly revoke: (named: { readonly id: string }) => Promise<ApiKeyView>
  readonly close: () => Promise<void>
}

/** Opens the database for the keys that programs come in with. */
export async function openApiKeyTools(
  options: Pick<KeyToolsOptions, 'database' | 'demo' | 'clock'> & { readonly newId: () => string },
): Promise<ApiKeyTools> {
  const { database, demo, clock, newId } = options
  try {
    const store = await openDatabase(database, clock.now())
    try {
      // They are bound to this workspace, so it has to be there before them.
      await ensureDemoWorkspace(store, clock.now(), demo)
    } catch (error) {
      await store.close()
      throw error
    }
    const ports = { store, clock, newId }
    return {
      list: () => asApp(listApiKeys(ports, undefined)),
      create: (wanted) => asApp(createApiKey(ports, wanted)),
      revoke: (named) => asApp(revokeApiKey(ports, named)),
      close: store.close,
    }
  } catch (error) {
    throw toAppError(error)
  }
}

/** The keys that programs come in with. It only reads, also while Varve runs. */
export async function readApiKeys(database: string): Promise<readonly ApiKeyView[]> {
  try {
    const place = parseStorePlace(database)
    if (place.kind === 'sqlite' && !existsSync(place.path)) return []
    const store = await openToRead(database)
    try {
      return await listApiKeys({ store }, undefined)
    } finally {
      await store.close()
    }
  } catch (error) {
    throw toAppError(error)
  }
}
