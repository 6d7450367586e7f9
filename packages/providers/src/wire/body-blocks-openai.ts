import type { JsonValue } from '@varve/engine'
import type { BlocksBuilder } from './body-blocks-builder.ts'
import { asList, asObject, asText, isList } from './body-blocks-json.ts'
import type { JsonObject } from './wire.ts'

/** The body of OpenAI's Responses. */
export function addResponsesBlocks(body: JsonObject, builder: BlocksBuilder): void {
  builder.addTools(asList(body['tools']))
  if (asText(body['instructions']) !== '') builder.addText('system', asText(body['instructions']))
  if (typeof body['input'] === 'string') builder.addText('user', body['input'])
  for (const item of asList(body['input'])) addItem(asObject(item), builder)
}

function addItem(item: JsonObject, builder: BlocksBuilder): void {
  const id = asText(item['call_id'])
  switch (item['type']) {
    case undefined:
    case 'message':
      return addContent(asText(item['role']), item['content'], builder)
    case 'function_call':
      return builder.addCall(
        'assistant',
        { id, tool: asText(item['name']), arguments: asText(item['arguments']) },
        item,
      )
    case 'function_call_output':
      return addResult(id, item['output'], builder)
    case 'reasoning': {
      const summary = asList(item['summary']).map((part) => asText(asObject(part)['text']))
      return builder.addReasoning('assistant', summary.join('\n'), asText(item['encrypted_content']))
    }
    default:
      return builder.addOther('user', item)
  }
}

/** The body of OpenAI's Chat Completions and of all that speak it. */
export function addChatBlocks(body: JsonObject, builder: BlocksBuilder): void {
  builder.addTools(asList(body['tools']))
  for (const entry of asList(body['messages'])) {
    const message = asObject(entry)
    const role = asText(message['role'])
    if (role === 'tool') {
      addResult(asText(message['tool_call_id']), message['content'], builder)
      continue
    }
    const reasoning = asText(message['reasoning_content'])
    if (reasoning !== '') builder.addReasoning(role, reasoning, '')
    addContent(role, message['content'], builder)
    for (const call of asList(message['tool_calls'])) addChatCall(asObject(call), builder)
  }
}

function addChatCall(call: JsonObject, builder: BlocksBuilder): void {
  const named = asObject(call['function'])
  builder.addCall(
    'assistant',
    { id: asText(call['id']), tool: asText(named['name']), arguments: asText(named['arguments']) },
    call,
  )
}

function addContent(role: string, content: JsonValue | undefined, builder: BlocksBuilder): void {
  if (typeof content === 'string') {
    // An assistant message that only calls tools may carry an empty text beside them.
    if (content !== '') builder.addText(role, content)
    return
  }
  for (const entry of asList(content)) addPart(role, asObject(entry), builder)
}

function addPart(role: string, part: JsonObject, builder: BlocksBuilder): void {
  switch (part['type']) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return builder.addText(role, asText(part['text']), part)
    case 'input_image':
      return builder.addImage(role, asText(part['image_url']) || asText(part['file_id']), part)
    case 'image_url':
      return builder.addImage(role, asText(asObject(part['image_url'])['url']), part)
    default:
      return builder.addOther(role, part)
  }
}

function addResult(id: string, output: JsonValue | undefined, builder: BlocksBuilder): void {
  const parts = isList(output) ? output.map(asObject) : []
  const images = parts.map((part) => asText(part['image_url'])).filter((url) => url !== '')
  const text = isList(output) ? parts.map((part) => asText(part['text'])).join('') : asText(output)
  builder.addResult('tool', { id, text, images }, parts)
}
