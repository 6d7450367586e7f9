import type { Tokenizer } from '@varve/engine'
import { BlocksBuilder, type BodyBlock } from '../wire/blocks-builder.ts'
import type { JsonObject, WireProtocol } from '../wire/wire.ts'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { ollama } from './ollama.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import type { BodyScope, Protocol } from './protocol.ts'

export const PROTOCOLS: Readonly<Record<WireProtocol, Protocol>> = {
  'openai-responses': openaiResponses,
  'openai-chat': openaiChat,
  anthropic,
  gemini,
  ollama,
}

/**
 * The one way from a body to what a cache compares and a provider counts: tool definitions, system,
 * messages, every content part one block. Two blocks are the same to a cache when role, kind and text
 * are; a mark is no part of that. What a body holds too much of or wrongly is read as far as it goes.
 */
export function bodyBlocks(
  protocol: WireProtocol,
  body: JsonObject,
  tokenizer: Tokenizer,
): readonly BodyBlock[] {
  const builder = new BlocksBuilder(tokenizer)
  PROTOCOLS[protocol].addBlocks(body, builder)
  return builder.blocks
}

/** The settings that part one cache from another. */
export function bodyScope(protocol: WireProtocol, body: JsonObject): BodyScope {
  return PROTOCOLS[protocol].scope(body)
}
