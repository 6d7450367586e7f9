import { existsSync } from 'node:fs'
import { type MasterKeyPlace, parseStorePlace } from '@varve/store'
import type { Clock } from '../clock.ts'
import { toAppError } from '../app-error.ts'
import { ModelRegistry } from '../models/model-registry.ts'
import { openToRead } from './open-to-read.ts'
import type { ProviderView } from '../views.ts'
import { DEMO_ID } from '../files/ensure-demo-workspace.ts'
import { KeyRing } from '../models/key-ring.ts'
import { KeySafe } from '../models/key-safe.ts'
import { listProviders } from '../models/list-providers.ts'
import { loadProviders, type ProviderSurroundings } from '../models/load-providers.ts'

export interface KeptKeysOptions {
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly masterKey: MasterKeyPlace
  readonly providers: ProviderSurroundings
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
export async function readKeySafe(options: KeptKeysOptions): Promise<KeySafe | undefined> {
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
