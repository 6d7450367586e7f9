import { createContext, type Dispatch, type RefObject, useContext, useMemo, useRef } from 'react'
import { writeSetting } from '../parts/setting.ts'
import type { Layout } from './use-layout.ts'
import type { UsageSpan } from '../view-model/usage/usage.ts'
import { chatHref, definitionHref, type DefinitionName, filesHref, type Spot, usageHref } from './place.ts'
import type { InspectorTab, Preview, Toast, WorkbenchAction } from './workbench-state.ts'

/** What any part of the page may do. These do not change while one types, so a long thread is not drawn again. */
export interface Actions {
  readonly dispatch: Dispatch<WorkbenchAction>
  /** The field that one types into, for whoever puts something there. */
  readonly composer: RefObject<HTMLTextAreaElement | null>
  readonly openChat: (id: string | undefined) => void
  /** Goes to the files: to one of them, at a spot of it, or to the list. */
  readonly openFile: (path: string | undefined, spot?: Spot) => void
  /** Goes to the agents, skills, templates and projects: to one of them, or to the list. */
  readonly openDefinition: (open: DefinitionName | undefined) => void
  /** Goes to what chats used and cost over a span of time. */
  readonly openUsage: (span: UsageSpan) => void
  readonly openPreview: (preview: Preview) => void
  readonly setInspector: (change: InspectorChange) => void
  readonly say: (toast: Toast) => void
}

interface InspectorChange {
  readonly open?: boolean
  readonly tab?: InspectorTab
  readonly turn?: number | 'latest'
  /** Of its answers the one to look at. */
  readonly answer?: string | undefined
}

export const ActionsContext = createContext<Actions | undefined>(undefined)

export function useActions(): Actions {
  const actions = useContext(ActionsContext)
  if (!actions) throw new Error('useActions needs a WorkbenchProvider above it')
  return actions
}

/** The actions over a reducer; made once by the provider. */
export function useNewActions(dispatch: Dispatch<WorkbenchAction>, place: Layout['inspector']): Actions {
  const composer = useRef<HTMLTextAreaElement>(null)
  return useMemo<Actions>(
    () => ({
      dispatch,
      composer,
      openChat: (id) => {
        location.hash = chatHref(id)
        dispatch({ kind: 'chat-opened' })
      },
      openFile: (path, spot) => {
        location.hash = filesHref(path, spot)
        dispatch({ kind: 'place-left' })
      },
      openDefinition: (open) => {
        location.hash = definitionHref(open)
        dispatch({ kind: 'place-left' })
      },
      openUsage: (span) => {
        location.hash = usageHref(span)
        dispatch({ kind: 'place-left' })
      },
      openPreview: (preview) => dispatch({ kind: 'preview', preview }),
      setInspector: ({ open, ...change }) => {
        if (open !== undefined && place === 'docked')
          writeSetting('varve.inspector', open ? 'open' : 'closed')
        // Another turn has other answers.
        const answer = change.turn === undefined ? {} : { answer: change.answer }
        dispatch({ kind: 'inspector', change: { ...change, ...answer, ...opened(open, place) } })
      },
      say: (toast) => dispatch({ kind: 'toast', toast }),
    }),
    [dispatch, place],
  )
}

function opened(open: boolean | undefined, place: Layout['inspector']) {
  if (open === undefined) return {}
  return place === 'docked' ? { docked: open } : { over: open ? place : undefined }
}
