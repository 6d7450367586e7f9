import type { PlaceUnit } from '@varve/engine/internal'
import type { FileKind, IndexedFile, IndexLookups, LineRange } from '@varve/workspace'
import type { OpenedEmbedder } from './embed/open-built-in-embedder.ts'

/** A search request. */
export interface SearchRequest {
  /** As typed: words, "phrases", -words, #tag, tag:, path:, after:, before:, and words for times such as "last week". */
  readonly text: string
  /** At most this many hits; 10 where absent. */
  readonly limit?: number
  /** Paths that are not wanted. */
  readonly exclude?: readonly string[]
  /** Earlier messages, newest last; they weigh less than the question. */
  readonly conversation?: readonly string[]
  /** The day it is for the one who asks, `YYYY-MM-DD`: times such as "yesterday" count from here. */
  readonly today?: string
}

/** A passage that answers a search, with the lines to cite. */
export interface SearchHit {
  readonly path: string
  readonly title: string
  readonly kind: FileKind
  /** Of the best passage in the file: lines, or what `unit` says. */
  readonly lines: LineRange
  /** Where its parts are no lines: a PDF has pages. */
  readonly unit?: PlaceUnit
  /** Of these the first that holds something of what the snippet marks; absent where it marks nothing, and of what has no lines. */
  readonly line?: number
  /** The headings that the passage is under, outermost first. */
  readonly headings: readonly string[]
  readonly score: number
  /** How much of what was asked it holds, from 0 to 1: rare words of the question count for more. */
  readonly coverage: number
  readonly snippet: string
  /** Matches in the snippet, as offsets in UTF-16 code units: start, end. */
  readonly highlights: readonly (readonly [start: number, end: number])[]
  /** It holds none of the words: passages that hold them link to it. */
  readonly linked?: boolean
  /** Other files with the same passage. */
  readonly copies?: readonly string[]
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[]
  /** How the text was understood where that is not plain, e.g. "changed 2 to 8 November" or "typo: obsidan → obsidian". */
  readonly notes: readonly string[]
  /** Only a time was asked for, and nothing changed in it. */
  readonly unchanged?: boolean
}

export interface IndexStatus {
  readonly state: 'starting' | 'indexing' | 'paused' | 'ready' | 'failed'
  readonly filesDone: number
  readonly filesTotal: number
  readonly currentFile?: string
  readonly secondsLeft?: number
  /** Files that could not be read, with the reason. */
  readonly problems: readonly { readonly path: string; readonly reason: string }[]
  /** Additional status in words, such as "another process updates this index". */
  readonly note?: string
  /** Why the whole index failed, as a message. */
  readonly failure?: string
  /** Present if semantic search is on. */
  readonly embeddings?: EmbeddingStatus
}

/** How far the vectors of passages are: those that have none yet are found by their words alone. */
export interface EmbeddingStatus {
  /** Names model and version. */
  readonly embedder: string
  /** `waiting` while the index itself has something to do, or is paused. */
  readonly state: 'waiting' | 'embedding' | 'ready' | 'failed'
  readonly vectorsDone: number
  readonly vectorsTotal: number
  /** Why there are none, in words; search continues by words. */
  readonly failure?: string
}

/** The embedder: none, the built-in model, or another. */
export type EmbedderChoice = 'off' | 'built-in' | (() => OpenedEmbedder)

export interface LinkNeighbours {
  /** Paths that this note links to, in order of appearance, each once. */
  readonly outgoing: readonly string[]
  readonly incoming: readonly string[]
  /** Links that lead nowhere, as written. */
  readonly unresolved: readonly string[]
}

export interface WorkspaceStatistics {
  readonly files: number
  readonly notes: number
  readonly bytes: number
  readonly words: number
  readonly links: number
  readonly unresolvedLinks: number
  readonly tags: number
  readonly passages: number
}

/** A view of a workspace that can be searched. Every call may wait for a worker; none blocks the caller's thread. */
export interface SearchIndex extends IndexLookups {
  readonly search: (request: SearchRequest) => Promise<SearchAnswer>
  readonly status: () => IndexStatus
  /** Told of every change of status, at most a few times a second; returns how to stop. */
  readonly watchStatus: (listener: (status: IndexStatus) => void) => () => void
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  /** Looks at the whole folder again; done when what changed can be found. */
  readonly refresh: () => Promise<void>
  readonly file: (path: string) => Promise<IndexedFile | undefined>
  /** Most used first. */
  readonly tags: () => Promise<readonly { readonly tag: string; readonly count: number }[]>
  /** Notes like this one, best first: by words and by links. */
  readonly related: (path: string, limit: number) => Promise<readonly SearchHit[]>
  readonly neighbours: (path: string) => Promise<LinkNeighbours>
  /** Newest first, by the disk's time. */
  readonly recent: (limit: number) => Promise<readonly IndexedFile[]>
  readonly statistics: () => Promise<WorkspaceStatistics>
  /** Begins or stops to search by meaning; vectors that are stored stay, and the rest is computed in the background. */
  readonly setEmbedder: (choice: EmbedderChoice) => Promise<void>
  /** Problems of the index itself; empty if it is sound. */
  readonly verify: () => Promise<readonly string[]>
  /** Throws the index away and builds it again. */
  readonly rebuild: () => Promise<void>
  readonly close: () => Promise<void>
}
