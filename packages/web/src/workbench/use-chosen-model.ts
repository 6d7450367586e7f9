import type { ChatView, ModelView } from '@varve/server/types'
import { useModels } from '../api/queries.ts'
import { readSetting, writeSetting } from '../parts/setting.ts'
import { pickModel } from '../view-model/pick-model.ts'
import { useWorkbench } from './workbench.tsx'
import { NEW_CHAT } from './workbench-state.ts'

export interface ChosenModel {
  /** Undefined until the list is there. */
  readonly model: ModelView | undefined
  /** The list is on its way; until it is there nobody knows who would answer. */
  readonly pending: boolean
}

/** Who answers the next message of the chat on screen. */
export function useChosenModel(chat: ChatView | undefined): ChosenModel {
  const { chatId, state } = useWorkbench()
  const { data: models = [], isPending } = useModels()
  const model = pickModel(models, {
    chosen: state.models[chatId ?? NEW_CHAT],
    answered: chat?.turns.at(-1)?.answer.modelId,
    remembered: readSetting('varve.model'),
  })
  return { model, pending: isPending }
}

/** Chooses a model for the chat on screen; chats that have no choice yet begin with it. Only its id is remembered. */
export function useChooseModel(): (id: string) => void {
  const { chatId, dispatch } = useWorkbench()
  return (id) => {
    writeSetting('varve.model', id)
    dispatch({ kind: 'model', chat: chatId ?? NEW_CHAT, id })
  }
}
