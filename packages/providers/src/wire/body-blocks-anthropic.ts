import type { JsonValue } from '@varve/engine'
import type { BlocksBuilder } from './body-blocks-builder.ts'
import { asList, asObject, asText } from './body-blocks-json.ts'
import type { JsonObject } from './wire.ts'

/** The body of Anthropic's Messages. */
export function addAnthropicBlocks(body: JsonObject, builder: BlocksBuilder): void {
  builder.addTools(asList(body['tools']))
  addContent('system', body['system'], builder)
  for (const entry of asList(body['messages'])) {
    const message = asObject(entry)
    addContent(asText(message['role']), message['content'], builder)
  }
  builder.markLast(body['cache_control'])
}

function addContent(role: string, content: JsonValue | undefined, builder: BlocksBuilder): void {
  if (typeof content === 'string') return builder.addText(role, content)
  for (const entry of asList(content)) addPart(role, asObject(entry), builder)
}

function addPart(role: string, part: JsonObject, builder: BlocksBuilder): void {
  switch (part['type']) {
    case 'text':
      return builder.addText(role, asText(part['text']), part)
    case 'image':
      return builder.addImage(role, imageData(part), part)
    case 'tool_use':
      return builder.addCall(
        role,
        {
          id: asText(part['id']),
          tool: asText(part['name']),
          arguments: JSON.stringify(part['input'] ?? {}),
        },
        part,
      )
    case 'tool_result':
      return addResult(role, part, builder)
    case 'thinking':
      return builder.addReasoning(role, asText(part['thinking']), asText(part['signature']))
    case 'redacted_thinking':
      return builder.addReasoning(role, '', asText(part['data']))
    default:
      return builder.addOther(role, part)
  }
}

function addResult(role: string, part: JsonObject, builder: BlocksBuilder): void {
  const { content } = part
  const inner = asList(content).map(asObject)
  const text = typeof content === 'string' ? content : inner.map((piece) => asText(piece['text'])).join('')
  const images = inner.filter((piece) => piece['type'] === 'image').map(imageData)
  const failed = part['is_error'] === true ? 'error: ' : ''
  const id = asText(part['tool_use_id'])
  builder.addResult(role, { id, text: `${failed}${text}`, images }, [...inner, part])
}

function imageData(part: JsonObject): string {
  const source = asObject(part['source'])
  return asText(source['data']) || asText(source['url']) || asText(source['file_id'])
}
