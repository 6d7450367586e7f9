import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useMemo,
  useReducer,
  useRef,
} from 'react'
import { readSetting, writeSetting } from '../parts/setting.ts'
import { type Layout, useLayout } from '../shell/use-layout.ts'
import { chatHref, useChatRoute } from './use-chat-route.ts'
import { type NewChat, useNewChat } from './use-new-chat.ts'
import {
  type InspectorTab,
  initialState,
  reduceWorkbench,
  type Toast,
  type WorkbenchAction,
  type WorkbenchState,
} from './workbench-state.ts'

/** What every part of the page may ask for. */
export interface Workbench {
  readonly state: WorkbenchState
  readonly dispatch: Dispatch<WorkbenchAction>
  readonly layout: Layout
  /** The chat on screen; undefined for one that has no message yet. */
  readonly chatId: string | undefined
  readonly newChat: NewChat
  /** The field that one types into, for whoever puts something there. */
  readonly composer: RefObject<HTMLTextAreaElement | null>
  readonly openChat: (id: string | undefined) => void
  readonly openPreview: (path: string, lines?: readonly [number, number]) => void
  /** Whether the inspector is to be seen in this layout. */
  readonly inspectorOpen: boolean
  readonly setInspector: (change: InspectorChange) => void
  readonly say: (toast: Toast) => void
}

export interface InspectorChange {
  readonly open?: boolean
  readonly tab?: InspectorTab
  readonly turn?: number | 'latest'
}

const WorkbenchContext = createContext<Workbench | undefined>(undefined)

export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext)
  if (!workbench) throw new Error('useWorkbench needs a WorkbenchProvider above it')
  return workbench
}

export function WorkbenchProvider({ children }: { readonly children: ReactNode }) {
  const layout = useLayout()
  const [state, dispatch] = useReducer(reduceWorkbench, undefined, openAtFirst)
  const chatId = useChatRoute()
  const newChat = useNewChat()
  const composer = useRef<HTMLTextAreaElement>(null)

  const openChat = useCallback((id: string | undefined) => {
    location.hash = chatHref(id)
    dispatch({ kind: 'chat-opened' })
  }, [])
  const openPreview = useCallback(
    (path: string, lines?: readonly [number, number]) =>
      dispatch({ kind: 'preview', preview: lines ? { path, lines } : { path } }),
    [],
  )
  const { inspector: place } = layout
  const inspectorOpen = place === 'docked' ? state.inspector.docked : state.inspector.over === place
  const setInspector = useCallback(
    ({ open, ...change }: InspectorChange) => {
      if (open !== undefined && place === 'docked') writeSetting('varve.inspector', open ? 'open' : 'closed')
      const opened =
        open === undefined ? {} : place === 'docked' ? { docked: open } : { over: open ? place : undefined }
      dispatch({ kind: 'inspector', change: { ...change, ...opened } })
    },
    [place],
  )
  const say = useCallback((toast: Toast) => dispatch({ kind: 'toast', toast }), [])

  const workbench = useMemo<Workbench>(
    () => ({
      state,
      dispatch,
      layout,
      chatId,
      newChat,
      composer,
      openChat,
      openPreview,
      inspectorOpen,
      setInspector,
      say,
    }),
    [state, layout, chatId, newChat, openChat, openPreview, inspectorOpen, setInspector, say],
  )
  return <WorkbenchContext value={workbench}>{children}</WorkbenchContext>
}

/** Beside the thread the inspector is open until someone closes it; over the thread it opens when asked. */
function openAtFirst(): WorkbenchState {
  return initialState(readSetting('varve.inspector') !== 'closed')
}
