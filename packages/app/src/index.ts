export type { NumberedEvent } from './turn/live-answer.ts'
export type { Clock } from './clock.ts'
export { AppError } from './app-error.ts'
export {
  type AreaTools,
  type AreaToolsOptions,
  type NamedJurisdiction,
  openAreaTools,
} from './open/open-area-tools.ts'
export type { AreaProblem } from './areas/read-packs.ts'
export type { AskAgainInput, AskAgainKind } from './ask/ask.ts'
export type { AskInput } from './ask/ask.ts'
export {
  chooseWorkspace,
  type OpenedForAsking,
  openForAsking,
  type OpenForAskingOptions,
} from './open/open-for-asking.ts'
export { talkParts } from './chat-exchange/with-talk.ts'
export type { ComposerReading } from './definitions/composer-reading.ts'
export type { DefinitionFile } from './definitions/definition.ts'
export {
  type CheckedDefinition,
  type DefinitionTools,
  openDefinitionTools,
} from './open/open-definition-tools.ts'
export type { ChatModel, ModelCall, ModelEvent } from './models/chat-model.ts'
export type { AppOptions } from './app-options.ts'
export { type App, createApp } from './create-app.ts'
export * from './open/database-tools.ts'
export type { GuardDecision } from './guard/guard-decision.ts'
export * from './guard/guard-tools.ts'
export { type AuditTools, openAudit, type WorkspaceAudit } from './open/open-audit.ts'
export type { ExportReport } from './files/export-files.ts'
export type { FileChangeInput } from './files/file-actions.ts'
export { requireUploadSize } from './files/upload-file.ts'
export { type FileTools, type FileToolsOptions, openFileTools } from './open/open-file-tools.ts'
export { makeDatabaseWorkspace, type MakeWorkspaceOptions } from './open/make-database-workspace.ts'
export type { ProviderSurroundings } from './models/load-providers.ts'
export type {
  AppEvent,
  CallEnded,
  CallPlace,
  CallStarted,
  CallUsage,
  IndexChanged,
  Observer,
  ToolRan,
} from './telemetry/app-event.ts'
export type { ParseMiss } from './telemetry/parse-misses.ts'
export type { PhaseMilliseconds } from './telemetry/phase-times.ts'
export type { TurnStatistics } from './telemetry/turn-statistics.ts'
export { readModels } from './open/read-models.ts'
export { readWorkspaces } from './open/read-workspaces.ts'
export { offlineChatModel } from './models/offline-chat-model.ts'
export { type KeyTools, type KeyToolsOptions, openKeyTools } from './open/open-key-tools.ts'
export { beginAnew } from './models/begin-anew.ts'
export { findWorkspaceFolder, type WorkspaceFolderWanted } from './files/find-workspace-folder.ts'
export { type KeptKeysOptions, listKeptKeys } from './open/list-kept-keys.ts'
export {
  openStatistics,
  type StatisticsTools,
  type StatisticsToolsOptions,
  type WorkspaceStatistics,
} from './open/open-statistics.ts'
export { openApp, type OpenAppOptions, type OpenedApp } from './open/open-app.ts'
export {
  type ReindexProgress,
  reindexWorkspace,
  type ReindexWorkspaceOptions,
} from './open/reindex-workspace.ts'
export {
  openSharedWorkspace,
  type SharedAnswer,
  type SharedWorkspace,
  type SharedWorkspaceOptions,
} from './open/open-shared-workspace.ts'
export { type ChatTools, type ChatToolsOptions, openChatTools } from './open/open-chat-tools.ts'
export type * from './views.ts'
export {
  type FolderTools,
  type FolderToolsOptions,
  type NamedArtifacts,
  openFolderTools,
} from './open/open-folder-tools.ts'
export { mergeCopies } from '@varve/index'
export { type ChatFileCheck, checkChatFile, isProcessRunning, makePrivateFolder } from '@varve/workspace'
export { telemetryName } from './models/provider-info.ts'
