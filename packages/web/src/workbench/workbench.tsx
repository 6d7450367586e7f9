import { createContext, type ReactNode, useContext, useEffect, useMemo, useReducer } from 'react'
import { parseWorkspacePath } from '../api/workspace-api.ts'
import { readSetting } from '../parts/setting.ts'
import type { Layout } from '../shell/use-layout.ts'
import { type Actions, ActionsContext, useNewActions } from './actions.ts'
import { readDrafts } from './stored-drafts.ts'
import type { Place } from './place.ts'
import { useFoldableLayout } from './use-foldable-layout.ts'
import { type NewChat, useNewChat } from './use-new-chat.ts'
import { usePlace } from './use-place.ts'
import { readModels } from './stored-models.ts'
import { useStoredDrafts } from './use-stored-drafts.ts'
import { useStoredModels } from './use-stored-models.ts'
import { initialState, NEW_CHAT, type WorkbenchState } from './workbench-state.ts'
import { reduceWorkbench } from './reduce-workbench.ts'

/** What is open and typed, where one is, and what one may do. */
export interface Workbench extends Actions {
  readonly state: WorkbenchState
  readonly layout: Layout
  readonly place: Place
  /** The chat on screen or behind the files; undefined for one that has no message yet. */
  readonly chatId: string | undefined
  readonly newChat: NewChat
  /** Goes to a new chat, a plain one. */
  readonly startChat: () => void
  /** Whether the inspector is to be seen in this layout. */
  readonly inspectorOpen: boolean
  readonly toggleSidebar: () => void
}

const WorkbenchContext = createContext<Workbench | undefined>(undefined)

export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext)
  if (!workbench) throw new Error('useWorkbench needs a WorkbenchProvider above it')
  return workbench
}

export function WorkbenchProvider({ children }: { readonly children: ReactNode }) {
  const [state, dispatch] = useReducer(reduceWorkbench, undefined, openAtFirst)
  const { layout, toggleSidebar } = useFoldableLayout(dispatch)
  useStoredDrafts(state.drafts)
  useStoredModels(state.models)
  const { place: where, chatId } = usePlace()
  useEffect(() => dispatch({ kind: 'chat-shown', chat: chatId }), [chatId])
  const newChat = useNewChat()
  const { inspector: place } = layout
  const actions = useNewActions(dispatch, place)
  const inspectorOpen = place === 'docked' ? state.inspector.docked : state.inspector.over === place
  const workbench = useMemo<Workbench>(
    () => ({
      ...actions,
      state,
      layout,
      place: where,
      chatId,
      newChat,
      startChat: () => {
        newChat.beginAnew(state.pending[NEW_CHAT] !== undefined)
        actions.openChat(undefined)
      },
      inspectorOpen,
      toggleSidebar,
    }),
    [actions, state, layout, where, chatId, newChat, inspectorOpen, toggleSidebar],
  )
  return (
    <ActionsContext value={actions}>
      <WorkbenchContext value={workbench}>{children}</WorkbenchContext>
    </ActionsContext>
  )
}

/** Beside the thread the inspector is open until someone closes it; over the thread it opens when asked. */
function openAtFirst(): WorkbenchState {
  return initialState(readSetting('varve.inspector') !== 'closed', {
    drafts: readDrafts(parseWorkspacePath(location.pathname)),
    models: readModels(),
  })
}
