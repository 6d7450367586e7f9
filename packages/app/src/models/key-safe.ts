import {
  findMasterKey,
  type MasterKey,
  type MasterKeyPlace,
  type Store,
  StoreError,
  type StoreErrorCode,
} from '@varve/store'
import type { Clock } from '../clock.ts'
import { masterKeyToSeal } from './master-key-to-seal.ts'

export interface KeySafeOptions {
  readonly store: Store
  /** The workspace to which the keys are bound. */
  readonly workspaceId: string
  readonly masterKey: MasterKeyPlace
  readonly clock: Clock
  readonly report: (message: string) => void
}

/** With these the key counts as missing; anything else is a fault of the database. */
const LOST: ReadonlySet<StoreErrorCode> = new Set([
  'master-key-missing',
  'master-key-refused',
  'seal-broken',
  'seal-foreign',
])

/** Keys that outlive the program: sealed in the database, plain only in memory. */
export class KeySafe {
  readonly #options: KeySafeOptions
  readonly #keys = new Map<string, string>()
  readonly #lost = new Map<string, string>()
  /** Changes come one after the other, so that memory ends up as the database does. */
  #changing: Promise<void> = Promise.resolve()

  private constructor(options: KeySafeOptions) {
    this.#options = options
  }

  /** Opens the stored keys. A key that can't be decrypted is reported, counts as missing, and is kept. */
  static async open(options: KeySafeOptions): Promise<KeySafe> {
    const safe = new KeySafe(options)
    await safe.#load()
    return safe
  }

  find(provider: string): string | undefined {
    return this.#keys.get(provider)
  }

  /** Why the key that is kept for a provider cannot be opened, in a sentence. */
  problemOf(provider: string): string | undefined {
    return this.#lost.get(provider)
  }

  /** For whom there is a key, also where it cannot be opened. */
  providers(): readonly string[] {
    return [...this.#keys.keys(), ...this.#lost.keys()]
  }

  keep(provider: string, key: string): Promise<void> {
    return this.#change(async () => {
      const { store, workspaceId, masterKey, clock } = this.#options
      const place = { workspaceId, provider }
      const sealed = (await masterKeyToSeal(masterKey, store)).seal(key, place)
      await store.commit([store.sealedKeys.put({ ...place, sealed, at: clock.now() })])
      this.#keys.set(provider, key)
      this.#lost.delete(provider)
    })
  }

  forget(provider: string): Promise<void> {
    return this.#change(async () => {
      if (!this.#keys.has(provider) && !this.#lost.has(provider)) return
      const { store, workspaceId } = this.#options
      await store.commit([store.sealedKeys.remove({ workspaceId, provider })])
      this.#keys.delete(provider)
      this.#lost.delete(provider)
    })
  }

  #change(act: () => Promise<void>): Promise<void> {
    const changed = this.#changing.then(act)
    // Anyone who asked for the change hears of its failure; the next one does not depend on it.
    this.#changing = changed.catch(() => undefined)
    return changed
  }

  async #load(): Promise<void> {
    const { store, workspaceId, report } = this.#options
    const kept = await store.sealedKeys.list(workspaceId)
    // A passphrase takes half a second, and without keys nothing is to be said about a master key.
    if (kept.length === 0) return
    const master = await attempt(() => findMasterKey(this.#options.masterKey))
    for (const { provider } of kept) {
      const key = typeof master === 'string' ? master : await this.#unseal(master, provider)
      if (typeof key === 'string') {
        this.#lost.set(provider, key)
        report(`The kept key of ${provider} cannot be opened. ${key}`)
      } else if (key) this.#keys.set(provider, key.plain)
    }
  }

  async #unseal(
    master: MasterKey,
    provider: string,
  ): Promise<{ readonly plain: string } | string | undefined> {
    const { store, workspaceId } = this.#options
    const sealed = await store.sealedKeys.get({ workspaceId, provider })
    return sealed && attempt(async () => ({ plain: master.unseal(sealed, { workspaceId, provider }) }))
  }

  /** Keeps keys out of whatever prints objects. */
  toJSON(): string {
    return '[keys]'
  }
}

/** What was opened, or why it was not. */
async function attempt<Result>(open: () => Promise<Result>): Promise<Result | string> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof StoreError && LOST.has(error.code)) return error.message
    throw error
  }
}
