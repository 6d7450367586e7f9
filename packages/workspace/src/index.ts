export { type FileKind, fileKind } from './file-kind.ts'
export type { FolderFile, FolderListing } from './folder/list-folder.ts'
export { type Folder, type FolderOptions, openFolder } from './folder/open-folder.ts'
export { openInside, type OpenedFile } from './path/open-inside.ts'
export { resolveInside } from './path/resolve-inside.ts'
export { type ConflictingHashes, WorkspaceError, type WorkspaceErrorCode } from './workspace-error.ts'
export {
  type FolderStoreLimits,
  type FolderStoreOptions,
  openFolderStore,
} from './file-store/open-folder-store.ts'
export { createIgnore, type IgnoreFiles, type IgnoreRules } from './folder/create-ignore.ts'
export { loadIgnoreRules } from './folder/load-ignore-rules.ts'
export type {
  Expectation,
  FileEntry,
  FileListing,
  FileStore,
  FileVersion,
  StoredFile,
  TrashedFile,
} from './file-store/file-store.ts'
export type {
  Callout,
  FrontMatter,
  Heading,
  InlineField,
  LineRange,
  NoteLink,
  ParsedNote,
  QueryBlock,
  Task,
} from './note/parsed-note.ts'
export type {
  IndexedFile,
  IndexStatus,
  LinkNeighbours,
  SearchAnswer,
  SearchHit,
  SearchIndex,
  SearchRequest,
  WorkspaceStatistics,
} from './search/search-index.ts'
export { readSettledFile, type SettledFile } from './watch/read-settled-file.ts'
export {
  type FileStamp,
  type FolderScan,
  scanFolder,
  type ScannedFile,
  type ScannedFolder,
} from './watch/scan-folder.ts'
export { type Dirty, type FoldersWatch, watchFolders, type WatchTimes } from './watch/watch-folders.ts'
export { chunkNote, type Passage } from './search/chunk-note.ts'
export { indexText } from './search/tokenize.ts'
export type { SearchFilter, SearchSource } from './search/search-source.ts'
export { readPdf } from './document/read-pdf.ts'
