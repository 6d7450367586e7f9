import type { JsonValue } from '@varve/engine'
import type { BlocksBuilder } from './body-blocks-builder.ts'
import { asList, asObject, asText, isObject } from './body-blocks-json.ts'
import type { JsonObject } from './wire.ts'

/** The body of Gemini's `generateContent`, and of a `cachedContents` object. */
export function addGeminiBlocks(body: JsonObject, builder: BlocksBuilder): void {
  builder.addTools(asList(body['tools']))
  const system = asObject(body['systemInstruction'] ?? body['system_instruction'])
  for (const part of asList(system['parts'])) addPart('system', asObject(part), builder)
  for (const entry of asList(body['contents'])) {
    const content = asObject(entry)
    const role = asText(content['role']) || 'user'
    for (const part of asList(content['parts'])) addPart(role, asObject(part), builder)
  }
}

function addPart(role: string, part: JsonObject, builder: BlocksBuilder): void {
  const { functionCall, functionResponse } = part
  const image = asObject(part['inlineData'] ?? part['inline_data'])
  const file = asObject(part['fileData'] ?? part['file_data'])
  if (isObject(functionCall))
    return builder.addCall(
      role,
      {
        id: asText(functionCall['id']),
        tool: asText(functionCall['name']),
        arguments: JSON.stringify(functionCall['args'] ?? {}),
      },
      part,
    )
  if (isObject(functionResponse)) {
    const id = asText(functionResponse['id']) || asText(functionResponse['name'])
    const response = functionResponse['response'] ?? {}
    const text = JSON.stringify(response)
    return builder.addResult(role, { id, text, counted: resultText(response) ?? text }, part)
  }
  if (typeof image['data'] === 'string') return builder.addImage(role, image['data'], part)
  if (typeof file['fileUri'] === 'string') return builder.addImage(role, file['fileUri'], part)
  if (typeof part['text'] !== 'string') return builder.addOther(role, part)
  if (part['thought'] === true)
    return builder.addReasoning(role, part['text'], asText(part['thoughtSignature']))
  builder.addText(role, part['text'], part)
}

/** A result that is a text goes inside of an object: what the model reads is the text, not its escapes. */
function resultText(response: JsonValue): string | undefined {
  const { content } = asObject(response)
  return typeof content === 'string' ? content : undefined
}
