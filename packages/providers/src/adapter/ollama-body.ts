import type { CallInput } from './call-input.ts'
import { type JsonRecord, sentTools, stableSchema } from './call-options.ts'
import type { LossList } from './loss-list.ts'
import { placeParts } from './place-parts.ts'
import type { PlacedMessage, PlacedPart } from './placed-message.ts'
import { readArguments } from './read-arguments.ts'
import { sentSettings } from './sent-settings.ts'

/**
 * A request to Ollama's own `/api/chat`. `num_ctx` is always sent: without it, Ollama cuts the front of a long
 * prompt and says nothing.
 */
export async function ollamaBody(input: CallInput, losses: LossList): Promise<JsonRecord> {
  const { model } = input
  const messages = await placeParts(input, losses)
  const { temperature, maxOutputTokens, reasoningEffort, contextTokens } = sentSettings(input, losses)
  const tools = sentTools(input, losses)
  return {
    model: model.wireModel,
    messages: messages.flatMap(ollamaMessages),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters: stableSchema(parameters) },
          })),
        }),
    stream: true,
    ...(reasoningEffort === undefined ? {} : { think: reasoningEffort !== 'none' }),
    options: {
      num_ctx: contextTokens ?? model.window,
      ...(maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens }),
      ...(temperature === undefined ? {} : { temperature }),
    },
  }
}

function ollamaMessages({ role, parts }: PlacedMessage): readonly JsonRecord[] {
  if (role === 'tool')
    return parts.flatMap(({ part }) =>
      part.kind === 'tool-result' ? [{ role, content: part.text, tool_name: part.tool }] : [],
    )
  const images = parts.flatMap(({ part }) => (part.kind === 'image' ? [toBase64(part.bytes)] : []))
  const thinking = parts.map(({ part }) => (part.kind === 'reasoning' ? part.text : '')).join('')
  const calls = parts.flatMap(toolCall)
  return [
    {
      role,
      content: parts.map(({ part }) => (part.kind === 'text' ? part.text : '')).join(''),
      ...(thinking === '' ? {} : { thinking }),
      ...(images.length === 0 ? {} : { images }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ]
}

function toolCall({ part }: PlacedPart): readonly JsonRecord[] {
  if (part.kind !== 'tool-call') return []
  return [{ function: { name: part.tool, arguments: readArguments(part.arguments).value } }]
}

/** In slices: a call takes only so many arguments. */
function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += 8_192)
    binary += String.fromCharCode(...bytes.subarray(start, start + 8_192))
  return btoa(binary)
}
