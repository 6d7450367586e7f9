/** `@varve/engine`: typed artifacts to layers, envelopes and cache-aware request plans. Pure. */
export type {
  Artifact,
  ArtifactKey,
  ArtifactKind,
  ArtifactRole,
  ImageReference,
  JsonValue,
  Priority,
  Range,
  Source,
} from './artifact/artifact.ts'
export { artifactKey } from './artifact/artifact-key.ts'
export { createArtifact } from './artifact/create-artifact.ts'
export { type Hash, hashBytes, hashText, type Sha256, useSha256 } from './artifact/hash.ts'
export { liftDataImages, type LiftedImage } from './artifact/lift-data-images.ts'
export { LEGACY_TAGS } from './artifact/legacy-tags.ts'
export { readLegacyContext } from './artifact/read-legacy-context.ts'
export { type PlaceUnit, renderPlace } from './artifact/place.ts'
export { normalizePath } from './artifact/normalize-path.ts'
export { normalizeUrl } from './artifact/normalize-url.ts'
export { BudgetError, type BudgetAction, type BudgetDetails } from './budget/budget-error.ts'
export { calibrateTokenizer } from './budget/calibrate.ts'
export { estimateTokenizer } from './budget/estimate-tokenizer.ts'
export { imageTokens } from './budget/image-tokens.ts'
export { LIMITS } from './budget/limits.ts'
export { summarizeHistory } from './budget/summarize-history.ts'
export type { Tokenizer } from './budget/tokenizer.ts'
export { type CacheMemory, EMPTY_CACHE_MEMORY, parseCacheMemory } from './cache/cache-memory.ts'
export type { CacheProfile, MatchClass, Price } from './cache/cache-profile.ts'
export { DEFAULT_PROFILES } from './cache/default-profiles.ts'
export { overrideProfile } from './cache/override-profile.ts'
export { predictUsage, type Prediction, type Usage } from './cache/predict-usage.ts'
export type { CacheRequest } from './cache/cache-request.ts'
export { priceUsage } from './cache/price-usage.ts'
export { reconcileUsage } from './cache/reconcile-usage.ts'
export { recordAnswer } from './cache/record-answer.ts'
export { AppendLog } from './collection/append-log.ts'
export { EngineError, type EngineErrorCode } from './engine-error.ts'
export { checkEnvelope } from './envelope/check-envelope.ts'
export type { Envelope, Warning } from './envelope/envelope.ts'
export { processedText } from './envelope/processed-text.ts'
export { buildSections, type SectionId, sectionInputs, type SectionInput } from './layer/section.ts'
export { createMemo, type Memo } from './memo.ts'
export type { Block, BlockOrigin, BlockPiece, PlacedBlock } from './plan/writing/block.ts'
export { checkPlan } from './plan/explaining/check-plan.ts'
export type { DescribedSegment } from './plan/explaining/describe-block.ts'
export { type DescribedNew, describeNew, type NewRun } from './plan/explaining/describe-new.ts'
export {
  type DescribedBlocks,
  describePlan,
  type DescribedLayer,
  type PlanDescription,
} from './plan/explaining/describe-plan.ts'
export type { DivergenceReason, Layout, Omission, OmissionReason } from './plan/epoch/epoch.ts'
export type { Message, MessageRole, Part, ToolDefinition } from './plan/message.ts'
export { messagesOf } from './plan/messages-of.ts'
export type { ModelSpec } from './plan/model-spec.ts'
export type { Need } from './plan/aging/need.ts'
export type { Divergence, LayerId, Plan } from './plan/plan.ts'
export { shownText } from './plan/writing/shown-text.ts'
export { stableJson } from './plan/stable-json.ts'
export { applyDiffUpdate } from './render/apply-diff-update.ts'
export { neutralize, restoreNeutralized } from './render/neutralize.ts'
export { parseRendered } from './render/parse-rendered.ts'
export type { ParsedPiece } from './render/parsed-piece.ts'
export { parseState, type ParsedState } from './state/parse-state.ts'
export { encodeState, serializeState, type SerializedState } from './state/serialize-state.ts'
export {
  createState,
  type AnswerRecord,
  type Freshness,
  type ModelStep,
  type State,
  type GatheredResult,
  type ToolExchange,
} from './state/state.ts'
export { CONTINUE_REQUEST, userQuestions } from './state/user-questions.ts'
export { copyState, type NewNames } from './step/copy-state.ts'
export { reopenTurn } from './step/reopen-turn.ts'
export { rewriteState, type Rewriting } from './step/rewrite-state.ts'
export { retakeTurn, type RetakeInput } from './step/retake-turn.ts'
export { step } from './step/step.ts'
export type { StepContext, StepResult, TurnResult } from './step/step-result.ts'
export type { AnswerInput, Attachment, ContinueInput, StepInput, TurnInput } from './step/step-input.ts'
export { artifactText } from './plan/writing/rendered-artifact.ts'
