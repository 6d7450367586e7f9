export { openDatabaseStore } from './file-store/open-database-store.ts'
export { MasterKey } from './keys/master-key.ts'
export { findMasterKey, type MasterKeyPlace, openMasterKey } from './keys/open-master-key.ts'
export type { Migration } from './migration/migrations.ts'
export { backupStore, type BackupReport } from './move/backup-store.ts'
export {
  migrateStore,
  type MigrateReport,
  moveStore,
  type MoveProgress,
  type MoveReport,
} from './move/move-store.ts'
export type { Progress, TableSum } from './move/row-source.ts'
export { describePlace, parseStorePlace, type StorePlace } from './move/store-place.ts'
export { verifyStore, type VerifyReport } from './move/verify-store.ts'
export { type StoreOptions, openStore, type Store } from './open-store.ts'
export { readStore } from './read-store.ts'
export { packJson, type PackedJson, PackMemo } from './packed-json.ts'
export { unpackJson } from './unpack-json.ts'
export type {
  AnswerEnd,
  AnswerPlace,
  AnswerRecord,
  AnswerSource,
  AnswerStatus,
  AnswerUsage,
} from './repository/answer-record.ts'
export type { ApiKeyRecord } from './repository/api-keys.ts'
export { sweepObjects, type SweepReport } from './sweep/sweep-objects.ts'
export type { CallPlace, CallSummary, DroppedCall, CallResponse } from './repository/calls.ts'
export type { MeasuredCall, MeasuredSpan } from './repository/measured-calls.ts'
export type { ChatFileBehind, ChatFileRecord } from './repository/chat-files.ts'
export type { ChatFilter, FindRequest, FoundChat, FoundText } from './chat-texts/find-texts.ts'
export type { ConversationRecord } from './repository/conversations.ts'
export type { StateStage } from './repository/engine-states.ts'
export type { SideCallRecord, SideCallSummary } from './repository/side-calls.ts'
export type { TurnRecord } from './repository/turns.ts'
export type { WorkspaceRecord } from './repository/settings.ts'
export { StoreError, type StoreErrorCode } from './store-error.ts'
export type { Statement } from './statement.ts'
