/**
 * What the thread that writes an index needs of this room, and no more: each thread loads its own copy, and the whole
 * room with the engine's token tables takes many times as long to load.
 */
export type { IgnoreRules } from './folder/create-ignore.ts'
export { createLinkResolver, type LinkedTarget, type LinkResolver } from './link/create-link-resolver.ts'
export { loadIgnoreReader } from './load-parsers.ts'
export { SEARCH_FORM } from './search/search-form.ts'
export { type FileStamp, folderIdentity } from './watch/file-stamp.ts'
export type { SettledFile } from './watch/read-settled-file.ts'
export { scanFolder, type ScannedFile, type ScannedFolder } from './watch/scan-folder.ts'
export { type Dirty, type FoldersWatch, watchFolders } from './watch/watch-folders.ts'
export { tooLarge, WorkspaceError } from './workspace-error.ts'
export type { NoteLink } from './note/parsed-note.ts'
