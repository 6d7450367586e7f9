/** `@varve/ai-sdk`: layered, cache-stable context for `streamText` and `generateText`. */
export { file, note, page, paste, type PromptImage } from './attachments.ts'
export {
  type Context,
  type ContextOptions,
  createContext,
  restore,
  type SavedContext,
  type Turn,
  type TurnOptions,
  type TurnRequest,
} from './create-context.ts'
export { ContextError, type ContextErrorCode } from './context-error.ts'
export { type GuardMiddleware, type GuardOptions, guardMiddleware } from './guard-middleware.ts'
export { type ModelFacts, modelOf } from './model-of.ts'
export type { AnswerResult, ReportedUsage } from './read-steps.ts'
export type { CallReport, TurnReport } from './report.ts'
export { BudgetError } from '@varve/engine'
