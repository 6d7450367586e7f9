/** `@varve/engine`: typed artifacts to layers, envelopes and cache-aware request plans. Pure. */
export type { Artifact, ArtifactKey, ArtifactKind } from './artifact/artifact.ts'
export { artifactKey } from './artifact/artifact-key.ts'
export { createArtifact } from './artifact/create-artifact.ts'
export { BudgetError } from './budget/budget-error.ts'
export { estimateTokenizer } from './budget/estimate-tokenizer.ts'
export type { Tokenizer } from './budget/tokenizer.ts'
export type { CacheProfile } from './cache/cache-profile.ts'
export { DEFAULT_PROFILES } from './cache/default-profiles.ts'
export { overrideProfile } from './cache/default-profiles.ts'
export { predictUsage } from './cache/predict-usage.ts'
export { priceUsage } from './cache/usage.ts'
export { EngineError } from './engine-error.ts'
export { checkEnvelope } from './envelope/check-envelope.ts'
export type { Envelope } from './envelope/envelope.ts'
export { createMemo } from './memo.ts'
export { checkPlan } from './plan/explaining/check-plan.ts'
export { describePlan } from './plan/explaining/describe-plan.ts'
export type { Layout } from './plan/epoch/epoch.ts'
export type { Message, Part, ToolDefinition } from './plan/message.ts'
export {
  type MarkedMessage,
  type MarkedPart,
  markedMessagesOf,
  messagesOf,
  type UnmarkedMessages,
} from './plan/messages-of.ts'
export type { ModelSpec } from './plan/model-spec.ts'
export type { Need } from './plan/aging/need.ts'
export type { Plan } from './plan/plan.ts'
export { parseState } from './state/parse-state.ts'
export { serializeState } from './state/serialize-state.ts'
export { createState, type State } from './state/state.ts'
export { step } from './step/step.ts'
export type { StepResult, TurnResult } from './step/step-result.ts'
export type { AnswerInput, Attachment, ContinueInput, StepInput, TurnInput } from './step/step-input.ts'
