export { type FileKind, fileKind } from './file-kind.ts'
export type { FolderFile, FolderListing } from './folder/list-folder.ts'
export { type ConflictingHashes, WorkspaceError, type WorkspaceErrorCode } from './workspace-error.ts'
export {
  type FolderStoreLimits,
  type FolderStoreOptions,
  openFolderStore,
} from './file-store/open-folder-store.ts'
export {
  CHAT_OBJECTS_FOLDER,
  type ChatObjects,
  type ChatObjectsOptions,
  openChatObjects,
} from './file-store/open-chat-objects.ts'
export { privacyOf, strictestPrivacy } from './privacy/privacy-of.ts'
export { PRIVACY_FILE, type Privacy, type PrivacyMark, type PrivacyRules } from './privacy/privacy-rules.ts'
export { parsePrivacyRules, privacyRulesOf, readPrivacyRules } from './privacy/read-privacy-rules.ts'
export { createIgnore, type IgnoreFiles, type IgnoreRules } from './folder/create-ignore.ts'
export { loadIgnoreRules } from './folder/load-ignore-rules.ts'
export { isProcessRunning } from './file-store/keep/is-process-running.ts'
export { ChangeTeller } from './file-store/change-teller.ts'
export { type FilePath, parseFilePath } from './file-store/parse-file-path.ts'
export {
  conflict,
  refuseMissing,
  refuseSize,
  refuseUnexpected,
  refuseUnknown,
} from './file-store/refusals.ts'
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
  ParsedNote,
  QueryBlock,
  Task,
} from './note/parsed-note.ts'
export type {
  IndexedFile,
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
export { readSettledFile, type SettledFile } from './watch/read-settled-file.ts'
export type { FileStamp } from './watch/file-stamp.ts'
export { type FolderScan, scanFolder, type ScannedFile, type ScannedFolder } from './watch/scan-folder.ts'
export { type Dirty, type FoldersWatch, watchFolders, type WatchTimes } from './watch/watch-folders.ts'
export { chunkNote, type Passage } from './search/chunk-note.ts'
export { indexText } from './search/tokenize.ts'
export { makeSnippet, type Snippet } from './search/make-snippet.ts'
export {
  findPlainWords,
  hasPhrases,
  parsePlainQuery,
  type PlainQuery,
  type PlainTerm,
} from './search/plain-query.ts'
export { type PlainWord, plainWords } from './search/plain-words.ts'
export type {
  DayRange,
  FoundPassage,
  PathPattern,
  SearchFilter,
  SearchSource,
  SourceFile,
  SourceLink,
  SourcePassage,
  TextQuery,
  VectorSource,
} from './search/search-source.ts'
export { type AnswerOptions, answerSearch } from './search/answer-search.ts'
export { foldTag } from './search/fold-tag.ts'
export { dayInName, localDay, startOfDay } from './search/query/day.ts'
export { planSearch } from './search/query/plan-search.ts'
export type { SearchPlan, SearchTerm } from './search/query/search-plan.ts'
export { type Ranking, RANKING } from './search/rank/ranking.ts'
export { relatedNotes } from './search/related-notes.ts'
export type { Embedder } from './search/embed/embedder.ts'
export { openBuiltInEmbedder, type OpenedEmbedder } from './search/embed/open-built-in-embedder.ts'
export { questionText } from './search/embed/question-text.ts'
export { SEARCH_FORM } from './search/search-form.ts'
export { PDF_LIMITS, readPdf, type ReadPdfOptions } from './document/read-pdf.ts'
export type { PdfLimits, PdfText } from './document/pdf-protocol.ts'
export { pdfArtifact } from './document/pdf-artifact.ts'
export { type FitImageOptions, fitImage, type FittedImage, IMAGE_LIMITS } from './document/fit-image.ts'
export { imageArtifact, imageReference } from './document/image-artifact.ts'
export { type ImageReading, readImageInfo } from './document/read-image-info.ts'
export type { DataviewNote, DataviewSource } from './dataview/dataview-source.ts'
export { type DataviewOptions, type DataviewResult, runDataview } from './dataview/run-dataview.ts'
export { createDataviewCache, type DataviewCache } from './dataview/dataview-cache.ts'
export { expandDataview } from './dataview/expand-dataview.ts'
export { runInWorker, type WorkerLimits, type WorkerOutcome } from './worker/run-in-worker.ts'
export {
  createLinkResolver,
  type FollowedLink,
  type LinkFile,
  type LinkResolver,
  type ResolvedLink,
} from './link/create-link-resolver.ts'
export { type NoteSlice, sliceByTarget } from './link/slice-by-target.ts'
export { parseNote } from './note/parse-note.ts'
export { type AttachRequest, parseAttachRequest } from './extract/attach-request.ts'
export { decodeText } from './extract/decode-text.ts'
export { extractArtifacts, type ExtractInput } from './extract/extract-artifacts.ts'
export { EXTRACT_LIMITS, type ExtractLimits } from './extract/extract-limits.ts'
export type { ChatText, ExtractSources, Held, ReadPage, UploadedFile } from './extract/extract-sources.ts'
export type { Extraction, ExtractWarning, Picture } from './extract/extraction.ts'
export { ReadingMemo } from './extract/reading-memo.ts'
export { fetchRemoteImage, type RemoteImage, type RemoteImageDependencies } from './web/fetch-remote-image.ts'
export { readWebArtifact, type WebArtifact } from './web/read-web-artifact.ts'
export { readWebPage, type WebPage, type WebPdf } from './web/read-web-page.ts'
export { readYouTube, type VideoReading } from './web/read-youtube.ts'
export { webArtifact } from './web/web-artifact.ts'
export type { CachedPage, WebCache } from './web/web-cache.ts'
export type {
  WebDependencies,
  WebFetch,
  WebReading,
  WebRequest,
  WebResponse,
} from './web/web-dependencies.ts'
export { type WebKind, webKind } from './web/web-kind.ts'
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
  ChatGapCode,
  ChatProblem,
  ChatProblemCode,
  InlinedContext,
  QuarantinedPiece,
} from './chat-file/chat-file-reading.ts'
export { type ChatFileCheck, type ChatFileDifference, checkChatFile } from './chat-file/check-chat-file.ts'
export { parseChatFile } from './chat-file/parse-chat-file.ts'
export { CHAT_FILE_VERSION, printChatFile } from './chat-file/print-chat-file.ts'
export { type AnswerPart, parseChatHtml, printChatHtml } from './chat-exchange/chat-html.ts'
export { CHAT_JSON_VERSION, type ChatJson, parseChatJson, printChatJson } from './chat-exchange/chat-json.ts'
export {
  type ChatJsonLines,
  parseChatJsonLines,
  printChatJsonLines,
} from './chat-exchange/chat-json-lines.ts'
export { importChatGptConversation } from './chat-exchange/import-chatgpt.ts'
export { importClaudeConversation } from './chat-exchange/import-claude.ts'
export { IMPORT_LIMITS, type ImportLimits } from './chat-exchange/import-limits.ts'
export type { ChatImport, ImportedChat, ImportLoss } from './chat-exchange/import-report.ts'
