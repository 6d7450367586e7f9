import type { FileKind } from '@varve/workspace/notes'
import type { LineRange } from '@varve/workspace/notes'

/** Which files may answer. Every part that is given must hold; within a list of wanted things one is enough. */
export interface SearchFilter {
  /** Each one must be on the file, itself or one below it: `work` takes `work/plan`. Folded as `foldTag` folds. */
  readonly tags: readonly string[]
  readonly withoutTags: readonly string[]
  /** The path begins with one of these folders (`folder/`), or contains the text; compared in lower case. */
  readonly paths: readonly PathPattern[]
  readonly withoutPaths: readonly PathPattern[]
  /** The file changed on one of these days, or its name holds one of them, as a daily note's does. */
  readonly days?: DayRange
  /** Exact paths that are not wanted. */
  readonly exclude: readonly string[]
  /** Only these files, by id. */
  readonly within?: readonly number[]
  /** None of these. */
  readonly notWithin?: readonly number[]
}

/** Every file may answer. */
export const ANYWHERE: SearchFilter = { tags: [], withoutTags: [], paths: [], withoutPaths: [], exclude: [] }

export interface PathPattern {
  readonly kind: 'folder' | 'contains'
  /** Lower case, NFC; a folder ends with `/`. */
  readonly text: string
}

/** Days as `YYYY-MM-DD`, both included; open where absent. */
export interface DayRange {
  readonly from?: string
  readonly to?: string
}

export interface TextQuery {
  /** An FTS5 expression in which every term is quoted. */
  readonly match: string
  readonly limit: number
  readonly filter: SearchFilter
}

export interface PassageQuery extends TextQuery {
  /** How much of a large index may be looked at, from 0 to 1, newest passages first; all of it where absent. */
  readonly share?: number
  /** Only the best passage of each file. Every passage that matches is looked at, so it takes longer. */
  readonly onePerFile?: boolean
}

export interface FoundPassage {
  readonly passage: number
  readonly file: number
}

export interface SourcePassage {
  readonly id: number
  readonly file: number
  readonly lines: LineRange
  readonly headings: readonly string[]
  readonly text: string
}

export interface SourceFile {
  readonly id: number
  readonly path: string
  readonly title: string
  readonly kind: FileKind
  readonly aliases: readonly string[]
  readonly headings: readonly string[]
  readonly tags: readonly string[]
  readonly modified: number
}

/** The lookups that ranking needs of an index. Synchronous, since it runs in the index's thread. */
export interface SearchSource {
  readonly totals: () => { readonly files: number; readonly passages: number }
  /** Number of passages that contain a stemmed term. */
  readonly documentFrequency: (term: string) => number
  /** Terms of the passages from `from` up to, not including, `to` in code-unit order. */
  readonly vocabulary: (
    from: string,
    to: string,
  ) => readonly { readonly term: string; readonly documents: number }[]
  /** By bm25, best first. */
  readonly findPassages: (query: PassageQuery) => readonly FoundPassage[]
  /** By bm25 over title, aliases, headings, tags, path with these weights, best first; ids of files. */
  readonly findFiles: (query: TextQuery & { readonly weights: readonly number[] }) => readonly number[]
  /** Newest first; for a search that has only filters. */
  readonly listFiles: (filter: SearchFilter, limit: number) => readonly number[]
  /** In any order; missing ids are skipped. */
  readonly passages: (ids: readonly number[]) => readonly SourcePassage[]
  /** The first passages of each file, at most `each` of one, in order. */
  readonly firstPassages: (files: readonly number[], each: number) => readonly SourcePassage[]
  readonly files: (ids: readonly number[]) => readonly SourceFile[]
  readonly fileAt: (path: string) => number | undefined
  /** Links that lead somewhere, written in these files. */
  readonly linksFrom: (files: readonly number[]) => readonly SourceLink[]
  /** Links to these files, at most `limit` for each. */
  readonly linksTo: (files: readonly number[], limit: number) => readonly SourceLink[]
  /** Present where embeddings are switched on. */
  readonly vectors?: VectorSource
}

export interface SourceLink {
  readonly from: number
  readonly line: number
  readonly to: number
}

/** Stored vectors of passages, all of one embedder, each of length 1. */
export interface VectorSource {
  /** Passages nearest to a vector among those that pass the filter, with their cosine, best first. */
  readonly nearest: (
    vector: Float32Array,
    limit: number,
    filter: SearchFilter,
  ) => readonly (FoundPassage & { readonly cosine: number })[]
  readonly cosines: (vector: Float32Array, passages: readonly number[]) => ReadonlyMap<number, number>
}
