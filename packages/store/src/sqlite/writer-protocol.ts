import type { Migration } from '../migration/migrations.ts'
import type { Batch } from '../statement.ts'
import type { StoreErrorCode } from '../store-error.ts'

export interface Failure {
  readonly code: StoreErrorCode
  readonly message: string
}

export type BatchResult = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly failure: Failure }

export interface WriterData {
  readonly path: string
  readonly migrations: readonly Migration[]
  readonly maximumPages?: number
}

export type ToWriter =
  | { readonly kind: 'group'; readonly batches: readonly Batch[] }
  | { readonly kind: 'close' }

export type FromWriter =
  | { readonly kind: 'ready' }
  /** The file comes from a newer Varve: it can be read and is not written. */
  | { readonly kind: 'newer'; readonly message: string }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'results'; readonly results: readonly BatchResult[] }
  | { readonly kind: 'closed' }
