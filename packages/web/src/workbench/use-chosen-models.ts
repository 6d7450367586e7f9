import type { ChatView, ModelView } from '@varve/contract'
import { useAppSettings, useChangeAppSettings, useChat, useDefinitions, useModels } from '../api/queries.ts'
import { useWorkbench } from './workbench.tsx'
import { NEW_CHAT } from './workbench-state.ts'

/** The most models that one message can be sent to. */
export const MOST_MODELS = 8

export interface ChosenModels {
  /** The first of them; undefined until the list is there. */
  readonly model: ModelView | undefined
  /** All who answer the next message, in the order in which they were chosen. */
  readonly models: readonly ModelView[]
  /** The list is still loading, so the answering models aren't known yet. */
  readonly pending: boolean
}

/** Who answers the next message of the chat on screen. */
export function useChosenModels(chat: ChatView | undefined): ChosenModels {
  const { chatId, state, newChat } = useWorkbench()
  const { data = [], isPending } = useModels()
  const { data: settings, isPending: isUnread } = useAppSettings()
  // One that waits for its first message may have an agent and a project already.
  const { data: waiting } = useChat(chatId === undefined ? newChat.id : undefined)
  const defined = useDefinedModels(chat ?? waiting)
  const models = pickModels(data, {
    chosen: state.models[chatId ?? NEW_CHAT] ?? [],
    defined,
    answered: answeredBy(chat),
    remembered: settings?.model,
  })
  return { model: models[0], models, pending: isPending || isUnread }
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
 * Varve remembers the first for new chats, whatever browser they begin in.
 */
export function useChooseModels(): (ids: readonly string[]) => void {
  const { chatId, dispatch } = useWorkbench()
  const { mutate: remember } = useChangeAppSettings()
  return (ids) => {
    const [first] = ids
    if (first === undefined) return
    remember({ model: first })
    dispatch({ kind: 'models', chat: chatId ?? NEW_CHAT, ids })
  }
}

interface ModelPreferences {
  /** Chosen for this chat; several answer side by side. */
  readonly chosen: readonly string[]
  /** The model of the agent of this chat, then those of its project: the first that can be asked. */
  readonly defined?: readonly string[]
  /** What answered last in this chat. */
  readonly answered: string | undefined
  /** The last choice in any chat, also of earlier visits. */
  readonly remembered: string | undefined
}

/**
 * The models that answer next. A chat keeps its model even while it is unavailable; if the model no longer
 * exists, the first one that sends nothing to a new provider takes its place. Price and provider never change
 * without asking.
 */
export function pickModels(
  models: readonly ModelView[],
  preferences: ModelPreferences,
): readonly ModelView[] {
  const { chosen, defined = [], answered, remembered } = preferences
  const known = (id: string | undefined) => models.find((model) => model.id === id)
  const wanted = chosen.flatMap((id) => known(id) ?? [])
  if (wanted.length > 0) return wanted
  const own = defined.flatMap((id) => known(id) ?? []).find(({ ready }) => ready)
  if (own) return [own]
  const stays = known(answered)
  if (stays) return [stays]
  const last = answered === undefined ? known(remembered) : undefined
  if (last?.ready) return [last]
  const next = models.find(({ ready, location }) => ready && location !== 'cloud') ?? models[0]
  return next ? [next] : []
}
