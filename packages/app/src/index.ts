export type { NumberedEvent } from './turn/live-answer.ts'
export type { Clock } from './clock.ts'
export type { ActingKey } from './acting.ts'
export { AppError } from './app-error.ts'
export {
  type AreaTools,
  openAreaTools,
} from './open/open-area-tools.ts'
export type { AreaProblem } from './areas/shipped-packs.ts'
export type { AskAgainInput, AskAgainKind } from './ask/ask.ts'
export type { AskInput } from './ask/ask.ts'
export {
  type ConverseInput,
  countTalk,
  type TalkEvent,
  type TalkMessage,
  type TalkUsage,
} from './ask/converse.ts'
export type { ClientCall } from './ask/follow-sent.ts'
export {
  openChatTools,
  openForAsking,
  type ReindexProgress,
  reindexWorkspace,
} from './open/open-chat-tools.ts'
export { talkParts } from './chat-exchange/with-agent-steps.ts'
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
export {
  openAudit,
  openStatistics,
  type WorkspaceAudit,
  type WorkspaceStatistics,
} from './open/open-statistics.ts'
export type { ExportReport } from './files/export-files.ts'
export type { FileChangeInput } from './files/file-actions.ts'
export { requireUploadSize } from './files/upload-file.ts'
export { type FileTools, type FileToolsOptions, openFileTools } from './open/open-file-tools.ts'
export { makeDatabaseWorkspace, readWorkspaces } from './open/open-database.ts'
export type { ProviderSurroundings } from './models/load-providers.ts'
export type {
  AppEvent,
  CallEnded,
  CallPlace,
  CallStarted,
  CallUsage,
  Observer,
} from './telemetry/app-event.ts'
export type { ParseMiss } from './telemetry/parse-misses.ts'
export type { PhaseMilliseconds } from './telemetry/phase-times.ts'
export type { TurnStatistics } from './telemetry/turn-statistics.ts'
export {
  resetMasterKey,
  type KeptKeysOptions,
  type KeyTools,
  listKeptKeys,
  type ApiKeyTools,
  openApiKeyTools,
  openKeyTools,
  readApiKeys,
  readModels,
} from './open/open-key-tools.ts'
export { LocalModels } from './local-models/local-models.ts'
export { offlineChatModel } from './models/offline-chat-model.ts'
export { findWorkspaceFolder } from './files/find-workspace-folder.ts'
export { openApp, type OpenAppOptions } from './open/open-app.ts'
export {
  createSharedServer,
  openSharedWorkspace,
} from './open/open-shared-workspace.ts'
export type { SharedWorkspace } from './mcp/serve/shared-workspace.ts'
export type * from '@varve/contract'
export {
  type FolderTools,
  type NamedArtifacts,
  openFolderTools,
} from './open/open-folder-tools.ts'
export { mergeCopies } from '@varve/index'
export { type ChatFileCheck, checkChatFile, isProcessRunning, makePrivateFolder } from '@varve/workspace'
export { telemetryName } from './models/provider-info.ts'
