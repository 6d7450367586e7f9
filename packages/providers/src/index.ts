export type { OfflineSource } from './offline/compose-answer.ts'
export { type OfflineEvent, type OfflineModel, offlineModel, type OfflineOptions } from './offline-model.ts'
