export { FILE_KINDS, fileFormat, type FileKind, fileKind } from './file-kind.ts'
export {
  type ConflictingHashes,
  tooLarge,
  WorkspaceError,
  type WorkspaceErrorCode,
} from './workspace-error.ts'
export { type FolderStoreOptions, openFolderStore } from './file-store/open-folder-store.ts'
export { type ChatObjects, type ChatObjectsOptions, openChatObjects } from './file-store/open-chat-objects.ts'
export { privacyOf, strictestPrivacy } from './privacy/privacy-of.ts'
export { privacyProblem } from './privacy/privacy-problem.ts'
export { PRIVACY_FILE, type Privacy, type PrivacyMark, type PrivacyRules } from './privacy/privacy-rules.ts'
export { privacyRulesOf, readPrivacyRules } from './privacy/read-privacy-rules.ts'
export { keepPrivate, makeFolder, makePrivateFolder } from './path/make-folder.ts'
export { isProcessRunning } from './file-store/versions/is-process-running.ts'
export { ChangeTeller } from './file-store/change-teller.ts'
export { type FilePath, parseFilePath } from './file-store/parse-file-path.ts'
export { refuseMissing, refuseSize, refuseUnexpected, refuseUnknown } from './file-store/refusals.ts'
export { versionsToCarry } from './file-store/versions-to-carry.ts'
export type {
  Expectation,
  FileChange,
  FileEntry,
  FileListing,
  FileStore,
  FolderStore,
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
  ListItem,
  ParsedNote,
  QueryBlock,
} from './note/parsed-note.ts'
export {
  findPlainWords,
  hasPhrases,
  parsePlainQuery,
  type PlainQuery,
  type PlainTerm,
} from './words/plain-query.ts'
export type { PlainWord } from './words/plain-words.ts'
export { pdfWarnings } from './document/pdf-artifact.ts'
export { readPdf, type ReadPdfOptions } from './document/read-pdf.ts'
export type { PdfText } from './document/pdf-protocol.ts'
export { type ImageReading, isSvg, readImageInfo } from './document/read-image-info.ts'
export { requireContent } from './document/require-content.ts'
export type { DataviewNote, DataviewSource } from './dataview/dataview-source.ts'
export { type DataviewOptions, type DataviewResult, runDataview } from './dataview/run-dataview.ts'
export { createDataviewCache, type DataviewCache } from './dataview/dataview-cache.ts'
export { runInWorker, type WorkerLimits, type WorkerOutcome } from './worker/run-in-worker.ts'
export { createLinkResolver, type LinkFile, type LinkResolver } from './link/create-link-resolver.ts'
export { parseNote } from './note/parse-note.ts'
export { type AttachRequest, parseAttachRequest } from './extract/attach-request.ts'
export { decodeText, readText } from './folder/decode-text.ts'
export { extractArtifacts, type ExtractInput } from './extract/extract-artifacts.ts'
export { EXTRACT_LIMITS, type ExtractLimits } from './extract/extract-limits.ts'
export type { IndexedFile, IndexLookups } from './extract/index-lookups.ts'
export type { ChatText, ExtractSources, Held, ReadPage, UploadedFile } from './extract/extract-sources.ts'
export { type Extraction, type ExtractWarning, numberedName, type Picture } from './extract/extraction.ts'
export { ReadingMemo } from './extract/reading-memo.ts'
export { fetchRemoteImage, type RemoteImage, type RemoteImageDependencies } from './web/fetch-remote-image.ts'
export { readWebArtifact, type WebArtifact } from './web/read-web-artifact.ts'
export type { CachedPage } from './web/web-cache.ts'
export type { WebDependencies, WebFetch, WebRequest, WebResponse } from './web/web-dependencies.ts'
export type {
  AttachedArtifact,
  ChatAnswer,
  ChatAnswerStatus,
  ChatContext,
  ChatDocument,
  ChatToolStep,
  ChatTurn,
  JsonRecord,
  Remark,
} from './chat-file/chat-document.ts'
export type {
  ChatFileReading,
  ChatGap,
  ChatProblem,
  InlinedContext,
  QuarantinedPiece,
} from './chat-file/chat-file-reading.ts'
export { type ChatFileCheck, type ChatFileDifference, checkChatFile } from './chat-file/check-chat-file.ts'
export { activeText, inertText } from './chat-file/inert-text.ts'
export { parseJsonLine } from './chat-file/json-line.ts'
export { parseChatFile } from './chat-file/parse-chat-file.ts'
export { printChatFile } from './chat-file/print-chat-file.ts'
export { type AnswerPart, parseChatHtml, printChatHtml } from './chat-exchange/chat-html.ts'
export { type ChatJson, parseChatJson, printChatJson } from './chat-exchange/chat-json.ts'
export {
  type ChatJsonLines,
  parseChatJsonLines,
  printChatJsonLines,
} from './chat-exchange/chat-json-lines.ts'
export { findExcess } from './chat-exchange/find-excess.ts'
export { importChatGptConversation } from './chat-exchange/import-chatgpt.ts'
export { importClaudeConversation } from './chat-exchange/import-claude.ts'
export { IMPORT_LIMITS, type ImportLimits } from './chat-exchange/import-limits.ts'
export { splitJsonList } from './chat-exchange/split-json-list.ts'
export { isZip, unpackZip, type ZipEntry } from './chat-exchange/unpack-zip.ts'
export type { ChatImport, ImportedChat } from './chat-exchange/import-report.ts'
