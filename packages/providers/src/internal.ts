/** How a body is read, for `@varve/lab`: its simulator sees the same blocks as a forecast. */
export { BlocksBuilder, type BodyBlock } from './wire/blocks-builder.ts'
export { asList, asObject, asText, isList, isObject } from './wire/json.ts'
export type { BodyScope } from './protocols/protocol.ts'
export { bodyBlocks } from './protocols/protocols.ts'
