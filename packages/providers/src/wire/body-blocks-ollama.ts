import type { BlocksBuilder } from './body-blocks-builder.ts'
import { asList, asObject, asText } from './body-blocks-json.ts'
import type { JsonObject } from './wire.ts'

/** The body of Ollama's `/api/chat`. */
export function addOllamaBlocks(body: JsonObject, builder: BlocksBuilder): void {
  builder.addTools(asList(body['tools']))
  for (const entry of asList(body['messages'])) addMessage(asObject(entry), builder)
}

function addMessage(message: JsonObject, builder: BlocksBuilder): void {
  const role = asText(message['role'])
  const text = asText(message['content'])
  if (role === 'tool') {
    const id = asText(message['tool_name']) || asText(message['tool_call_id'])
    return builder.addResult(role, { id, text }, message)
  }
  const thinking = asText(message['thinking'])
  if (thinking !== '') builder.addReasoning(role, thinking, '')
  for (const image of asList(message['images'])) builder.addImage(role, asText(image), {})
  if (text !== '') builder.addText(role, text)
  for (const entry of asList(message['tool_calls'])) {
    const call = asObject(asObject(entry)['function'])
    builder.addCall(
      role,
      { id: '', tool: asText(call['name']), arguments: JSON.stringify(call['arguments'] ?? {}) },
      {},
    )
  }
}
