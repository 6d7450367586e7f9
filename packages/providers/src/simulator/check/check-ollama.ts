import { asObject, asText, isList } from '../../wire/body-blocks-json.ts'
import type { JsonObject } from '../../wire/wire.ts'
import type { Rejection } from '../dialect/dialect.ts'
import { reject } from './reject.ts'

const ROLES = ['system', 'user', 'assistant', 'tool']

/** What Ollama refuses, which is little: it neither pairs calls with results nor minds their order. */
export function checkOllama(body: JsonObject): Rejection | undefined {
  const messages = body['messages'] ?? []
  if (!isList(messages))
    return reject('json: cannot unmarshal messages into Go struct field ChatRequest.messages')
  for (const entry of messages) {
    const message = asObject(entry)
    const role = asText(message['role'])
    if (!ROLES.includes(role)) return reject(`invalid role: ${role}, must be one of [${ROLES.join(', ')}]`)
    if (message['content'] !== undefined && typeof message['content'] !== 'string')
      return reject(
        'json: cannot unmarshal object into Go struct field ChatRequest.messages.content of type string',
      )
  }
  return undefined
}
