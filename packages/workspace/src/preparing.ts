/**
 * What a thread that reads and parses files for an index needs of this room, and no more: each thread loads its own
 * copy, and every file of it costs about as much as parsing ten notes.
 */
export { decodeText } from './extract/decode-text.ts'
export { loadNoteParser, loadPdfReader } from './load-parsers.ts'
export { chunkNote, type Passage } from './search/chunk-note.ts'
export { foldTag } from './search/fold-tag.ts'
export { dayInName } from './search/query/day.ts'
export { indexText } from './search/tokenize.ts'
export { FolderReader } from './watch/folder-reader.ts'
export { readSettledFile, type SettledFile } from './watch/read-settled-file.ts'
export type { ScannedFile } from './watch/scan-folder.ts'
export { WorkspaceError } from './workspace-error.ts'
export type { FileKind } from './file-kind.ts'
export type { NoteLink, ParsedNote } from './note/parsed-note.ts'
