import { createState, type State, step } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../require-chat.ts'
import { systemSections } from './contract.ts'

/** Folds the messages of a chat again where its stored state cannot be read. Attachments are not guessed. */
export async function rebuildState(context: AppContext, place: ChatPlace): Promise<State> {
  const { store } = context
  const turns = await store.turns.list(place.workspaceId, place.chatId)
  const answers = await store.answers.list(place.workspaceId, place.chatId)
  const byTurn = new Map(answers.map((answer) => [answer.turnId, answer]))
  let state = createState({ conversationId: place.chatId })
  for (const { id: turnId, at, text } of turns) {
    state = step(state, { kind: 'turn', turnId, at, text, sections: systemSections(), models: [] }).state
    const answer = byTurn.get(turnId)
    if (!answer || answer.text === '') continue
    const record = { model: answer.modelId, text: answer.text }
    state = step(state, { kind: 'answer', turnId, at, answers: [record], chosen: answer.modelId }).state
  }
  return state
}
