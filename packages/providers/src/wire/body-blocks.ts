import type { Tokenizer } from '@varve/engine'
import { addAnthropicBlocks } from './body-blocks-anthropic.ts'
import { BlocksBuilder, type BodyBlock } from './body-blocks-builder.ts'
import { addGeminiBlocks } from './body-blocks-gemini.ts'
import { addOllamaBlocks } from './body-blocks-ollama.ts'
import { addChatBlocks, addResponsesBlocks } from './body-blocks-openai.ts'
import type { JsonObject, WireProtocol } from './wire.ts'

export type { BodyBlock }

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
  addBlocks(protocol, body, builder)
  return builder.blocks
}

function addBlocks(protocol: WireProtocol, body: JsonObject, builder: BlocksBuilder): void {
  switch (protocol) {
    case 'openai-responses':
      return addResponsesBlocks(body, builder)
    case 'openai-chat':
      return addChatBlocks(body, builder)
    case 'anthropic':
      return addAnthropicBlocks(body, builder)
    case 'gemini':
      return addGeminiBlocks(body, builder)
    case 'ollama':
      return addOllamaBlocks(body, builder)
    default:
      return protocol satisfies never
  }
}
