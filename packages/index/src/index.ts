export type { OpenedSearchIndex } from './client/index-client.ts'
export { IndexError, type IndexErrorCode } from './index-error.ts'
export { openIndex } from './open-index.ts'
export type { IndexLimits } from './protocol.ts'
export { mergeCopies } from './search/answer-search.ts'
export { type OpenedEmbedder, openBuiltInEmbedder } from './search/embed/open-built-in-embedder.ts'
export { makeSnippet } from './search/make-snippet.ts'
export { localDay, startOfDay } from './search/query/day.ts'
export { planSearch } from './search/query/plan-search.ts'
export type { DayRange } from './search/search-source.ts'
export type {
  EmbedderChoice,
  EmbeddingStatus,
  IndexStatus,
  LinkNeighbours,
  SearchAnswer,
  SearchHit,
  SearchIndex,
  SearchRequest,
  WorkspaceStatistics,
} from './search/search-index.ts'
export type { RemoteFile, RemoteFileSource, RemotePlaces } from './source/remote-files.ts'
