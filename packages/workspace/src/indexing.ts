/**
 * What the threads of an index need of this room, and no more: each thread loads its own copy, and the whole room
 * with the engine's token tables takes many times as long to load.
 */
export { loadNoteParser, loadPdfReader } from './load-parsers.ts'
export { createIgnore, type IgnoreRules } from './folder/create-ignore.ts'
export { loadIgnoreRules } from './folder/load-ignore-rules.ts'
export { createLinkResolver, type LinkResolver } from './link/create-link-resolver.ts'
export { answerSearch } from './search/answer-search.ts'
export { chunkNote, type Passage } from './search/chunk-note.ts'
export { foldTag } from './search/fold-tag.ts'
export { dayInName, startOfDay } from './search/query/day.ts'
export { relatedNotes } from './search/related-notes.ts'
export { SEARCH_FORM } from './search/search-form.ts'
export { indexText } from './search/tokenize.ts'
export { readSettledFile, type SettledFile } from './watch/read-settled-file.ts'
export { scanFolder, type ScannedFile, type ScannedFolder } from './watch/scan-folder.ts'
export { type Dirty, type FoldersWatch, watchFolders } from './watch/watch-folders.ts'
export { WorkspaceError } from './workspace-error.ts'
export type { FileKind } from './file-kind.ts'
export type { NoteLink, ParsedNote } from './note/parsed-note.ts'
export type { IndexedFile, LinkNeighbours, WorkspaceStatistics } from './search/search-index.ts'
export type { SearchFilter, SearchSource } from './search/search-source.ts'
