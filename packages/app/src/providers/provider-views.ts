import type { KeyCheck } from '@varve/providers'

/** What a provider says of a key. */
export type KeyCheckView = KeyCheck

/** How long a key that is entered is kept: sealed on disk, or until this run ends. */
export type KeyKeeping = 'sealed' | 'memory'

export interface ProviderView {
  readonly id: string
  readonly name: string
  readonly location: 'local' | 'cloud'
  /** The environment variable in which a key is looked for; empty where none is needed. */
  readonly keyVariable: string
  /** Where the key in use comes from. The key itself is never shown. */
  readonly key: 'environment' | 'memory' | 'sealed' | 'none' | 'not-needed'
  /** Why a key that is kept sealed cannot be used. */
  readonly keyProblem?: string
  readonly modelCount: number
}
