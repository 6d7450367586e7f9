export { FILE_KINDS, fileFormat, type FileKind, fileKind } from './file-kind.ts'
export {
  tooLarge,
  WorkspaceError,
  type WorkspaceErrorCode,
} from './workspace-error.ts'
export { openFolderStore } from './file-store/open-folder-store.ts'
export { type ChatObjects, openChatObjects } from './file-store/open-chat-objects.ts'
export {
  privacyOf,
  strictestPrivacy,
  privacyProblem,
  PRIVACY_FILE,
  type Privacy,
  type PrivacyMark,
  type PrivacyRules,
} from './privacy/privacy-of.ts'
export { privacyRulesOf, readPrivacyRules } from './privacy/read-privacy-rules.ts'
export { keepPrivate, makeFolder, makePrivateFolder } from './path/make-folder.ts'
export { isProcessRunning } from './file-store/versions/pending-files.ts'
export {
  ChangeEmitter,
  refuseMissing,
  refuseSize,
  refuseUnexpected,
  refuseUnknown,
  type Expectation,
  type FileEntry,
  type FileListing,
  type FileStore,
  type FolderStore,
  type FileVersion,
  type StoredFile,
  type TrashedFile,
} from './file-store/file-store.ts'
export { type FilePath, parseFilePath } from './file-store/store-context.ts'
export { versionsToCarry } from './file-store/versions/open-versions.ts'
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
export { pdfWarnings } from './document/pdf-artifact.ts'
export { readPdf } from './document/read-pdf.ts'
export type { PdfText } from './document/pdf-protocol.ts'
export { isSvg, readImageInfo } from './document/read-image-info.ts'
export { requireContent } from './document/document-outcome.ts'
export type { DataviewNote, DataviewSource } from './dataview/vault.ts'
export {
  runDataview,
  type DataviewResult,
  createDataviewCache,
  type DataviewCache,
} from './dataview/run-dataview.ts'
export { dataviewSource } from './extract/add-queries.ts'
export { leaveJobs, runInWorker, type WorkerLimits, type WorkerOutcome } from './worker/run-in-worker.ts'
export { createLinkResolver, type LinkResolver } from './link/create-link-resolver.ts'
export { parseNote } from './note/parse-note.ts'
export { type AttachRequest, parseAttachRequest } from './extract/attach-request.ts'
export { decodeText, readText } from './folder/decode-text.ts'
export { extractArtifacts } from './extract/extract-artifacts.ts'
export {
  type ChatText,
  type ExtractSources,
  type Held,
  type ReadPage,
  type UploadedFile,
  type IndexedFile,
  type IndexLookups,
  ReadingMemo,
} from './extract/extract-sources.ts'
export { EXTRACT_LIMITS, type ExtractLimits } from './extract/extraction.ts'
export { type Extraction, type ExtractWarning, numberedName, type Picture } from './extract/extraction.ts'
export { fetchRemoteImage } from './web/fetch-remote-image.ts'
export { readWebArtifact } from './web/read-web-artifact.ts'
export type {
  CachedPage,
  WebDependencies,
  WebFetch,
  WebResponse,
} from './web/web-dependencies.ts'
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
  ChatProblem,
  InlinedContext,
} from './chat-file/chat-file-reading.ts'
export { checkChatFile, type ChatFileCheck, parseChatFile } from './chat-file/parse-chat-file.ts'
export { activeText, inertText } from './chat-file/inert-text.ts'
export { parseJsonLine } from './chat-file/json-line.ts'
export { printChatFile } from './chat-file/print-chat-file.ts'
export { type AnswerPart, parseChatHtml, printChatHtml } from './chat-exchange/chat-html.ts'
export { parseChatJson, printChatJson, splitJsonList } from './chat-exchange/chat-json.ts'
export {
  parseChatJsonLines,
  printChatJsonLines,
} from './chat-exchange/chat-json-lines.ts'
export {
  findExcess,
  IMPORT_LIMITS,
  type ImportLimits,
  type ChatImport,
} from './chat-exchange/import-report.ts'
export { importChatGptConversation } from './chat-exchange/import-chatgpt.ts'
export { importClaudeConversation } from './chat-exchange/import-claude.ts'
export { isZip, unpackZip, type ZipEntry } from './chat-exchange/unpack-zip.ts'
