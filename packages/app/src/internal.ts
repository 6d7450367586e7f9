/** The rules of a live chat, and the format of its traces, for `@varve/lab`: a replay follows the same. */
export { withFactor } from './models/calibrate-model.ts'
export { readUserModels } from './models/read-user-models.ts'
export * from './call-log/trace-schema.ts'
export { type CacheScope, withinScope } from './turn/record-plan.ts'
export { lifetimeFor, profileFor } from './turn/tune-model.ts'
export { divergenceWords, epochWords, omissionWords } from './chat/reason-words.ts'
