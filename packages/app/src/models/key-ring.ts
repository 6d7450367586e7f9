import { AppError } from '../app-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where a key is looked for. */
export interface KeyPlace {
  readonly provider: string
  /** Empty where no key is needed. */
  readonly keyVariable: string
}

export type KeyOrigin = 'environment' | 'memory' | 'none' | 'not-needed'

/** Anything else cannot stand in a header, and the error would then repeat it. */
const KEY = /^[\x21-\x7e]{1,1000}$/

/**
 * The keys of this run. One that was typed in stands before the environment's, lives only in memory and
 * ends with the process. Keys leave only through `find`, to the provider that they belong to.
 */
export class KeyRing {
  readonly #environment: Environment
  readonly #typed = new Map<string, string>()

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** The key for a provider at this moment. */
  find({ provider, keyVariable }: KeyPlace): string | undefined {
    if (keyVariable === '') return undefined
    return this.#typed.get(provider) ?? this.#fromEnvironment(keyVariable)
  }

  originOf({ provider, keyVariable }: KeyPlace): KeyOrigin {
    if (keyVariable === '') return 'not-needed'
    if (this.#typed.has(provider)) return 'memory'
    return this.#fromEnvironment(keyVariable) === undefined ? 'none' : 'environment'
  }

  keep(provider: string, key: string): void {
    const plain = key.trim()
    if (!KEY.test(plain))
      throw new AppError('key-invalid', 'A key has 1 to 1,000 visible ASCII characters and no blanks.')
    this.#typed.set(provider, plain)
  }

  forget(provider: string): void {
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
