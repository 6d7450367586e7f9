/** `@varve/providers`: from a plan to a model and back. */
export { buildCacheObject } from './adapter/build-cache-object.ts'
export { buildRequest } from './adapter/build-request.ts'
export type { CachedContent, CacheHooks, CallInput, CallSettings } from './adapter/call-input.ts'
export {
  type CacheObjectKey,
  type CacheObjectRecord,
  type CacheObjectStore,
  type EnsureInput,
  GeminiCacheManager,
  type ManagerOptions,
} from './adapter/gemini-cache-manager.ts'
export { supportedSettings } from './adapter/sent-settings.ts'
export { sendRequest, type Transport } from './adapter/send-request.ts'
export { cacheProfileOf, type Lifetime, type ProfileOptions } from './catalogue/cache-profile-of.ts'
export type { CatalogueModel, CatalogueModelInput, ReasoningEffort } from './catalogue/catalogue-model.ts'
export { DEFAULT_CATALOGUE } from './catalogue/default-catalogue.ts'
export {
  findLocalServers,
  type FindOptions,
  type LocalServer,
  type LocalServerKind,
} from './catalogue/find-local-servers.ts'
export { mergeCatalogue } from './catalogue/merge-catalogue.ts'
export { loadTokenizer, modelSpecOf } from './catalogue/model-spec-of.ts'
export type { OfflineSource } from './offline/compose-answer.ts'
export { type OfflineEvent, type OfflineModel, offlineModel, type OfflineOptions } from './offline-model.ts'
export { ProviderError } from './provider-error.ts'
export { redactSecrets } from './stream/redact-secrets.ts'
export { type ScannedEvent, type ScannerOptions, TextScanner } from './stream/text-scanner.ts'
export { chooseLifetime } from './usage/choose-lifetime.ts'
export { type Forecast, forecastRequest, type ForecastInput } from './usage/forecast-request.ts'
export { normalizeUsage } from './usage/normalize-usage.ts'
export { type CallPrice, priceCall } from './usage/price-call.ts'
export {
  type BaseMark,
  type CallFinding,
  reviewCall,
  type ReviewInput,
} from './usage/review-call.ts'
export { bodyBlocks } from './wire/body-blocks.ts'
export { readImageSize } from './wire/body-blocks-image.ts'
export type {
  FinishReason,
  JsonObject,
  Loss,
  ProviderErrorCode,
  ProviderErrorData,
  ProviderEvent,
  ReportedUsage,
  WireBlock,
  WireProtocol,
  WireRequest,
} from './wire/wire.ts'
