import type { ChatView, ModelView } from '@varve/server/types'
import { useChat } from '../api/chat-queries.ts'
import { useDefinitions } from '../api/definition-queries.ts'
import { useModels } from '../api/model-queries.ts'
import { readSetting, writeSetting } from '../parts/setting.ts'
import { pickModels } from '../view-model/models/pick-models.ts'
import { useWorkbench } from './workbench.tsx'
import { NEW_CHAT } from './workbench-state.ts'

/** The most models that one message can be sent to. */
export const MOST_MODELS = 8

export interface ChosenModels {
  /** The first of them; undefined until the list is there. */
  readonly model: ModelView | undefined
  /** All who answer the next message, in the order in which they were chosen. */
  readonly models: readonly ModelView[]
  /** The list is on its way; until it is there nobody knows who would answer. */
  readonly pending: boolean
}

/** Who answers the next message of the chat on screen. */
export function useChosenModels(chat: ChatView | undefined): ChosenModels {
  const { chatId, state, newChat } = useWorkbench()
  const { data = [], isPending } = useModels()
  // One that waits for its first message may have an agent and a project already.
  const { data: waiting } = useChat(chatId === undefined ? newChat.id : undefined)
  const defined = useDefinedModels(chat ?? waiting)
  const models = pickModels(data, {
    chosen: state.models[chatId ?? NEW_CHAT] ?? [],
    defined,
    answered: answeredBy(chat),
    remembered: readSetting('varve.model'),
  })
  return { model: models[0], models, pending: isPending }
}

/** Who answered last. An agent that a message called was there for that message. */
function answeredBy(chat: ChatView | undefined): string | undefined {
  const turn = chat?.turns.findLast(({ agent }) => agent === undefined) ?? chat?.turns.at(-1)
  return turn?.answer.modelId
}

/** What the agent of a chat asks for, else what its project does. */
function useDefinedModels(chat: ChatView | undefined): readonly string[] {
  const { agent, project } = chat?.settings ?? {}
  const { data = [] } = useDefinitions(agent !== undefined || project !== undefined)
  const find = (kind: 'agent' | 'project', id: string | undefined) =>
    data.find((one) => one.kind === kind && one.id === id && one.trusted)
  const own = find('agent', agent)?.model
  return [...(own === undefined ? [] : [own]), ...(find('project', project)?.models ?? [])]
}

/**
 * Chooses who answers in the chat on screen; chats that have no choice yet begin with the first of them.
 * Only its id is remembered.
 */
export function useChooseModels(): (ids: readonly string[]) => void {
  const { chatId, dispatch } = useWorkbench()
  return (ids) => {
    const [first] = ids
    if (first === undefined) return
    writeSetting('varve.model', first)
    dispatch({ kind: 'models', chat: chatId ?? NEW_CHAT, ids })
  }
}
