/** `@varve/providers/convert`: what a client that writes its own requests needs, such as `@varve/ai-sdk`. No I/O. */
export type { CallInput } from './request/call-input.ts'
export {
  type CatalogueModel,
  type CatalogueModelInput,
  catalogueModelSchema,
  cacheProfileOf,
  modelSpecOf,
} from './catalogue/catalogue-model.ts'
export { DEFAULT_CATALOGUE } from './catalogue/default-catalogue.ts'
export type { LoadedImages, Mark, PlacedMessage, PlacedPart } from './request/place-parts.ts'
export { type PlacedCall, placeCall, placeLoadedCall } from './request/placed-call.ts'
export { toBase64 } from './protocols/protocol.ts'
export { priceCall } from './usage/review-call.ts'
export { readImageSize } from './wire/blocks-builder.ts'
export { readArguments } from './wire/json.ts'
export { readReasoning, type ReasoningItem, writeReasoning } from './wire/reasoning-record.ts'
export type { Loss } from './wire/wire.ts'
