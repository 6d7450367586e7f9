import { AppError } from '../app-error.ts'
import type { KeySafe } from './key-safe.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where a key is looked for. */
export interface KeyPlace {
  readonly provider: string
  /** Empty where no key is needed. */
  readonly keyVariable: string
}

export type KeyOrigin = 'environment' | 'memory' | 'sealed' | 'none' | 'not-needed'

/** Anything else cannot be in a header, and the error would then repeat it. */
const KEY = /^[\x21-\x7e]{1,1000}$/

/**
 * The keys of this run. One that was typed in for this run is before one that is kept sealed, and that
 * before the environment's, which is never stored. Keys leave only through `find`, to the provider that they
 * belong to.
 */
export class KeyRing {
  readonly #environment: Environment
  readonly #safe: KeySafe | undefined
  readonly #typed = new Map<string, string>()

  constructor(environment: Environment, safe?: KeySafe) {
    this.#environment = environment
    this.#safe = safe
  }

  /** The key for a provider at this moment. */
  find({ provider, keyVariable }: KeyPlace): string | undefined {
    if (keyVariable === '') return undefined
    return this.#typed.get(provider) ?? this.#safe?.find(provider) ?? this.#fromEnvironment(keyVariable)
  }

  originOf({ provider, keyVariable }: KeyPlace): KeyOrigin {
    if (keyVariable === '') return 'not-needed'
    if (this.#typed.has(provider)) return 'memory'
    if (this.#safe?.find(provider) !== undefined) return 'sealed'
    return this.#fromEnvironment(keyVariable) === undefined ? 'none' : 'environment'
  }

  /** Why the sealed key of a provider cannot be opened, in a sentence. */
  problemOf(provider: string): string | undefined {
    return this.#safe?.problemOf(provider)
  }

  /** For whom a sealed key is kept, also where it cannot be opened. */
  sealedProviders(): readonly string[] {
    return this.#safe?.providers() ?? []
  }

  /** Until this run ends, in memory only. */
  keep(provider: string, key: string): void {
    this.#typed.set(provider, parseKey(key))
  }

  /** For good, sealed; resolves when it is on disk. */
  async seal(provider: string, key: string): Promise<void> {
    const plain = parseKey(key)
    if (!this.#safe)
      throw new AppError('key-not-kept', 'No key store is configured. Keys are forgotten when Varve stops.')
    await this.#safe.keep(provider, plain)
    this.#typed.delete(provider)
  }

  /** From memory and from the database. */
  async forget(provider: string): Promise<void> {
    await this.#safe?.forget(provider)
    this.#typed.delete(provider)
  }

  /** A variable that holds no possible key counts as empty. */
  #fromEnvironment(variable: string): string | undefined {
    const value = this.#environment[variable]?.trim() ?? ''
    return KEY.test(value) ? value : undefined
  }

  /** Keeps keys out of whatever prints objects. */
  toJSON(): string {
    return '[keys]'
  }
}

/** A key as it can be in a header. */
export function parseKey(key: string): string {
  const plain = key.trim()
  if (KEY.test(plain)) return plain
  throw new AppError('key-invalid', 'A key has 1 to 1,000 visible ASCII characters and no blanks.')
}
