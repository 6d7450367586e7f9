import type { Migration } from '../migration/migration.ts'
import type { StoreErrorCode } from '../store-error.ts'

export type SqlValue = string | number | bigint | null | Uint8Array

/** One write. Where `changes` is given and other rows are touched, the whole batch is undone as a conflict. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly SqlValue[]
  readonly changes?: number
  /** Where it writes: writes of one workspace happen one after the other, also of several programs. */
  readonly workspaceId?: string
}

/** Statements that happen together or not at all. */
export type Batch = readonly Statement[]

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
