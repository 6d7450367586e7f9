import type { MessagePort } from 'node:worker_threads'
import type { IndexStatus } from './search/search-index.ts'
import type { IndexErrorCode } from './index-error.ts'

/** How much of a workspace is taken into its index. */
export interface IndexLimits {
  readonly maximumFiles: number
  readonly maximumFileBytes: number
  readonly maximumPdfBytes: number
  readonly maximumPdfPages: number
}

export const INDEX_LIMITS: IndexLimits = {
  maximumFiles: 500_000,
  maximumFileBytes: 8 * 1024 * 1024,
  maximumPdfBytes: 64 * 1024 * 1024,
  maximumPdfPages: 1000,
}

/** The data that the writing thread is started with. */
export interface WriterData {
  readonly file: string
  /** Empty where the files come from a remote source. */
  readonly root: string
  readonly limits: IndexLimits
  readonly watch: boolean
  /** Where to ask for files that are not in a folder. */
  readonly source?: MessagePort
  /** Bytes of files after which a transaction is committed; absent: as large a transaction as is good. */
  readonly transactionBytes?: number
}

/** Messages of the writing thread besides answers to calls. */
export interface IndexProgress extends Omit<IndexStatus, 'embeddings'> {
  /** Files read since the thread began. */
  readonly filesRead: number
  /** Of what failed as a whole. */
  readonly failureCode?: IndexErrorCode
}

/** The vector of a question, and the embedder that computed it. */
export interface QuestionVector {
  readonly embedder: string
  readonly vector: Float32Array
}
