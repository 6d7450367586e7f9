import type { MessagePort } from 'node:worker_threads'
import type { IndexStatus, NoteLink, SearchIndex, SearchRequest } from '@varve/workspace'
import type { StoreErrorCode } from '../../store-error.ts'
import type { HandedPlaces } from '../handed/handed-files.ts'
import type { IndexLimits } from './index-limits.ts'
import type { EmbeddedText } from '../vectors/vector-table.ts'

export interface IndexerData {
  readonly file: string
  /** Empty where the files are handed over. */
  readonly root: string
  readonly limits: IndexLimits
  readonly watch: boolean
  /** After so many bytes of files what is written is committed; absent: as large a transaction as is good. */
  readonly transactionBytes?: number
  /** Whom to ask for files that do not lie in a folder. */
  readonly files?: MessagePort
}

/** What a thread is told when it starts. Of which index it is comes later. */
export interface IndexThreadData {
  /** An empty folder in which to rehearse until then. */
  readonly rehearsal?: string
}

export interface Failure {
  readonly code: StoreErrorCode
  readonly message: string
}

/** What the indexing thread can be asked; each is answered once it is done. */
export type IndexerCall =
  /** Answered with the embeddings that the index last had, by name. */
  | { readonly kind: 'start' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'refresh' }
  /** Of files that are handed over; answered at once. */
  | { readonly kind: 'changed'; readonly places: HandedPlaces }
  | { readonly kind: 'verify' }
  | { readonly kind: 'rememberEmbeddings'; readonly name: string }
  /** Answered with `EmbeddingWork`, or with nothing where another process keeps the index. */
  | { readonly kind: 'textsToEmbed'; readonly embedder: string; readonly limit: number }
  | { readonly kind: 'storeVectors'; readonly embedder: string; readonly embedded: readonly EmbeddedText[] }
  /** Throws away what is there; a `refresh` builds it again. No other connection of this process may be open. */
  | { readonly kind: 'clear' }
  | { readonly kind: 'close' }

/** What the searching thread can be asked. */
export type ReaderCall =
  | { readonly kind: 'search'; readonly request: SearchRequest; readonly question?: QuestionVector }
  | { readonly kind: 'related'; readonly path: string; readonly limit: number }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'files'; readonly parsed: boolean | 'marked' }
  | { readonly kind: 'tags' }
  | { readonly kind: 'filesWithTag'; readonly tag: string }
  | { readonly kind: 'filesUnder'; readonly folder: string; readonly limit: number }
  | { readonly kind: 'findByName'; readonly name: string }
  | { readonly kind: 'resolveLinks'; readonly from: string; readonly links: readonly NoteLink[] }
  | { readonly kind: 'neighbours'; readonly path: string }
  | { readonly kind: 'recent'; readonly limit: number }
  | { readonly kind: 'statistics' }
  /** Lets go of the file, so that it can be replaced. */
  | { readonly kind: 'detach' }
  | { readonly kind: 'attach' }
  | { readonly kind: 'close' }

/** What a question means, and by whom. */
export interface QuestionVector {
  readonly embedder: string
  readonly vector: Float32Array
}

/** What each question is answered with. */
export type ReaderValue<Kind extends ReaderCall['kind']> = Kind extends keyof SearchIndex
  ? SearchIndex[Kind] extends (...parameters: never) => Promise<infer Value>
    ? Value
    : undefined
  : undefined

export interface Call<Request> {
  readonly id: number
  readonly request: Request
}

export interface Answer {
  readonly kind: 'answer'
  readonly id: number
  readonly value?: unknown
  readonly failure?: Failure
}

/** How far the thread is; `secondsLeft` is for the caller to work out. */
export interface IndexProgress extends Omit<IndexStatus, 'secondsLeft'> {
  /** Files read from the disk since the thread began. */
  readonly filesRead: number
  /** Of what failed as a whole. */
  readonly failureCode?: StoreErrorCode
}

export type FromIndexer = Answer | { readonly kind: 'progress'; readonly progress: IndexProgress }
