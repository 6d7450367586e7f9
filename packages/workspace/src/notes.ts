/**
 * Files, notes, names and words, without the engine and without what only chats, the web or pictures need: for threads,
 * each of which loads its own copy of all that it imports.
 */
export { decodeText, readText } from './folder/decode-text.ts'
export { readPdf } from './document/read-pdf.ts'
export { fileKind, type FileKind, unitOf } from './file-kind.ts'
export { type IgnoreRules, IGNORE_FILES, loadIgnoreRules } from './folder/create-ignore.ts'
export { isHidden, lostNameProblem, nameProblem } from './folder/name-problem.ts'
export { createLinkResolver, type LinkedTarget, type LinkResolver } from './link/create-link-resolver.ts'
export { baseName, foldName, titleOf } from './link/file-names.ts'
export { parseNote } from './note/parse-note.ts'
export type { Heading, LineRange, NoteLink, ParsedNote } from './note/parsed-note.ts'
export { privacyOf } from './privacy/privacy-of.ts'
export { privacyRulesOf } from './privacy/read-privacy-rules.ts'
export { fromSystem } from './path/from-system.ts'
export { isInside } from './path/resolve-inside.ts'
export { keepPrivate, makePrivateFolder } from './path/make-folder.ts'
export { isEmojiWord, eachWord, fold, indexText, mayBeJoined, tokenize, wordOf } from './words/tokenize.ts'
export { type PlainTerm, plainWords } from './words/plain-query.ts'
export { stem } from '@varve/engine/stem'
export { serveJob } from './worker/serve-job.ts'
export { tooLarge, WorkspaceError, type WorkspaceErrorCode } from './workspace-error.ts'
