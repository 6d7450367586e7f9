/** `@varve/providers`: from a plan to a model and back. */
export { buildCacheObject, buildRequest } from './send/build-request.ts'
export type {
  CachedContent,
  CacheHooks,
  CallInput,
  CallSettings,
  OutputFormat,
  ToolChoice,
} from './request/call-input.ts'
export {
  type CacheObjectKey,
  type CacheObjectRecord,
  type CacheObjectStore,
  type EnsureInput,
  GeminiCacheManager,
  type ManagerOptions,
} from './send/gemini-cache-manager.ts'
export { supportedSettings, takesFormat, takesToolChoice } from './request/sent-settings.ts'
export { sendRequest } from './send/send-request.ts'
export {
  cacheProfileOf,
  type Lifetime,
  type ProfileOptions,
  type CatalogueModel,
  type CatalogueModelInput,
  catalogueModelSchema,
  type ReasoningEffort,
  loadTokenizer,
  modelSpecOf,
  mergeCatalogue,
} from './catalogue/catalogue-model.ts'
export { checkProviderKey, type KeyCheck, type KeyCheckOptions } from './catalogue/check-key.ts'
export { DEFAULT_CATALOGUE, findProvider, type Provider, PROVIDERS } from './catalogue/default-catalogue.ts'
export {
  findLocalServers,
  type FindOptions,
  type LocalServer,
  type LocalServerKind,
} from './catalogue/find-local-servers.ts'
export { isSmallTalk } from './offline/compose-answer.ts'
export { type OfflineModel, offlineModel } from './offline-model.ts'
export { ProviderError } from './provider-error.ts'
export { DEFAULT_PATIENCE, type Patience, patientFetch } from './send/patient-fetch.ts'
export {
  chooseLifetime,
  type Forecast,
  forecastRequest,
  type ForecastInput,
} from './usage/forecast-request.ts'
export {
  correctPrediction,
  doubtOf,
  factorOf,
  type LearnedUsage,
  hitShareOf,
  learnUsage,
  parseLearnedUsage,
  reportsNoHits,
} from './usage/learn-usage.ts'
export {
  type CallPrice,
  priceCall,
  type BaseMark,
  type CallFinding,
  reviewCall,
  type ReviewInput,
} from './usage/review-call.ts'
export { readImageSize } from './wire/blocks-builder.ts'
export { bodyScope } from './protocols/protocols.ts'
export type {
  FinishReason,
  JsonObject,
  Loss,
  ProviderErrorCode,
  ProviderErrorData,
  ProviderEvent,
  CacheDiagnosis,
  ReportedUsage,
  WireProtocol,
  WireRequest,
} from './wire/wire.ts'
export {
  ADDED,
  type EndpointAnswer,
  endpointModel,
  keyVariableOf,
  listEndpointModels,
  type ListedModel,
  providerAt,
  tryEndpointModel,
} from './catalogue/endpoint.ts'
