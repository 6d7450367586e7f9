import type { ChatModel } from '../models/chat-model.ts'
import { scriptedModel } from './scripted-model.ts'

/** A model that answers at once, with the same words to everything. */
export function instantModel(text = 'It is as you say.', id = 'instant'): ChatModel {
  async function* answer(): ReturnType<ChatModel['answer']> {
    yield { kind: 'text', delta: text }
    yield { kind: 'finish', sources: [] }
  }
  return { ...scriptedModel({ id }), answer }
}
