export type { NumberedEvent } from './answer/live-answer.ts'
export { untilAborted } from './answer/until-aborted.ts'
export type { Clock } from './clock.ts'
export { AppError, type AppErrorCode } from './app-error.ts'
export * from './areas/index.ts'
export type { AskAgainInput, AskAgainKind } from './ask/ask-again.ts'
export type { AskInput } from './ask/ask.ts'
export {
  chooseWorkspace,
  type OpenedForAsking,
  openForAsking,
  type OpenForAskingOptions,
} from './ask/open-for-asking.ts'
export { talkParts } from './chat-exchange/with-talk.ts'
export type { Attachable } from './files/attachable.ts'
export * from './definitions/index.ts'
export type { ChatModel, ModelCall, ModelEvent } from './models/chat-model.ts'
export type { AppOptions } from './app-options.ts'
export { type App, createApp } from './create-app.ts'
export * from './database-tools.ts'
export type { GuardDecision } from './guard/guard-decision.ts'
export * from './guard/guard-tools.ts'
export { type AuditTools, openAudit, type WorkspaceAudit } from './guard/open-audit.ts'
export type { ExportReport } from './files/export-files.ts'
export type * from './files/file-change-views.ts'
export type { FileChangeInput } from './files/workspace-files.ts'
export { requireUploadSize } from './files/upload-file.ts'
export { type FileTools, type FileToolsOptions, openFileTools } from './files/open-file-tools.ts'
export { makeDatabaseWorkspace, type MakeWorkspaceOptions } from './files/make-database-workspace.ts'
export type { ProviderSurroundings } from './providers/load-providers.ts'
export type {
  AppEvent,
  CallEnded,
  CallPlace,
  CallStarted,
  CallUsage,
  IndexChanged,
  Observer,
  ToolRan,
} from './observe/app-event.ts'
export type { ParseMiss } from './observe/parse-misses.ts'
export type { PhaseMilliseconds } from './observe/phase-times.ts'
export type { TurnStatistics } from './observe/turn-statistics.ts'
export { readModels } from './models/read-models.ts'
export { readWorkspaces } from './workspace/read-workspaces.ts'
export { offlineChatModel } from './models/offline-chat-model.ts'
export { type KeyTools, type KeyToolsOptions, openKeyTools } from './open-key-tools.ts'
export { beginAnew } from './providers/begin-anew.ts'
export { findWorkspaceFolder, type WorkspaceFolderWanted } from './workspace/find-workspace-folder.ts'
export { type KeptKeysOptions, listKeptKeys } from './providers/list-kept-keys.ts'
export {
  openStatistics,
  type StatisticsTools,
  type StatisticsToolsOptions,
  type WorkspaceStatistics,
} from './statistics/open-statistics.ts'
export { openApp, type OpenAppOptions, type OpenedApp } from './open-app.ts'
export {
  type ReindexedFile,
  type ReindexOutcome,
  type ReindexProgress,
  type ReindexReport,
  reindexWorkspace,
  type ReindexWorkspaceOptions,
} from './workspace/reindex-workspace.ts'
export * from './replay/index.ts'
export {
  openSharedWorkspace,
  type SharedAnswer,
  type SharedWorkspace,
  type SharedWorkspaceOptions,
} from './mcp/serve/open-shared-workspace.ts'
export { type ChatTools, type ChatToolsOptions, openChatTools } from './open-chat-tools.ts'
export type { SuggestedTitleView } from './title/suggest-title.ts'
export type * from './views.ts'
export {
  type FolderTools,
  type FolderToolsOptions,
  type NamedArtifacts,
  openFolderTools,
} from './open-folder-tools.ts'
export {
  type ChatFileCheck,
  checkChatFile,
  isProcessRunning,
  makePrivateFolder,
  mergeCopies,
} from '@varve/workspace'
