import type { ChatView, ModelView } from '@varve/server/types'
import { useDefinitions, useModels } from '../api/queries.ts'
import { readSetting, writeSetting } from '../parts/setting.ts'
import { pickModels } from '../view-model/pick-models.ts'
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
  const { chatId, state } = useWorkbench()
  const { data = [], isPending } = useModels()
  const defined = useDefinedModel(chat)
  const models = pickModels(data, {
    chosen: state.models[chatId ?? NEW_CHAT] ?? [],
    defined,
    answered: chat?.turns.at(-1)?.answer.modelId,
    remembered: readSetting('varve.model'),
  })
  return { model: models[0], models, pending: isPending }
}

/** What the agent of a chat asks for, else what its project does. */
function useDefinedModel(chat: ChatView | undefined): string | undefined {
  const { agent, project } = chat?.settings ?? {}
  const { data = [] } = useDefinitions(agent !== undefined || project !== undefined)
  const find = (kind: 'agent' | 'project', id: string | undefined) =>
    data.find((one) => one.kind === kind && one.id === id && one.trusted)
  return find('agent', agent)?.model ?? find('project', project)?.models?.[0]
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
