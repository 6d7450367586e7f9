import { createState, type State, step } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { closeWith } from './close-with.ts'
import { contractSection } from '../sections/contract.ts'
import type { Point } from './point.ts'
import { sentText } from './turn-options.ts'

/** Folds the messages of a branch again where its stored state cannot be read. Attachments are not guessed. */
export async function rebuildState(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
  { turn: head, answer: last }: Point,
): Promise<State> {
  const { store } = context
  let state = createState({ conversationId: chatId })
  if (!head) return state
  const branch = await store.turns.branch({ workspaceId, headId: head.id })
  const answers = await store.answers.list(workspaceId, chatId)
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  for (const [index, { id: turnId, at, ...turn }] of branch.entries()) {
    const next = branch[index + 1]
    const text = sentText(turn)
    const answer = next ? byId.get(next.parentAnswerId ?? '') : last
    state = step(state, { kind: 'turn', turnId, at, text, sections: [contractSection()], models: [] }).state
    state = closeWith(state, answer)
  }
  return state
}
