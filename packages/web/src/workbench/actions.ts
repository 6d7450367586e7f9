import {
  createContext,
  type Dispatch,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { writeSetting } from '../setting.ts'
import { adviseOn } from '../parts/web-error.ts'
import type { Layout } from './use-layout.ts'
import type { UsageSpan } from '../view-model/usage/usage.ts'
import {
  chatHref,
  definitionHref,
  type DefinitionName,
  filesHref,
  settingsHref,
  type SettingsSection,
  type Spot,
  usageHref,
} from './place.ts'
import { createPageMemory, type PageMemory, type UnsavedText } from './page-memory.ts'
import type { InspectorTab, Preview, Toast, WorkbenchAction, WorkbenchState } from './workbench-state.ts'
import { t } from '../i18n/t.ts'

/** What any part of the page may do. These do not change while one types, so a long thread is not drawn again. */
export interface Actions {
  readonly dispatch: Dispatch<WorkbenchAction>
  /** The composer's field, for components that insert text. */
  readonly composer: RefObject<HTMLTextAreaElement | null>
  /** The field that takes a file of chats to import; a click opens the choice. */
  readonly chatFile: RefObject<HTMLInputElement | null>
  /** Goes to a chat, at its end or where one has read; with a turn, to that one. */
  readonly openChat: (id: string | undefined, turn?: number) => void
  /** Goes to the files: to one of them, at a spot of it, or to the list. */
  readonly openFile: (path: string | undefined, spot?: Spot) => void
  /** Goes to the agents, skills, templates and projects: to one of them, or to the list. */
  readonly openDefinition: (open: DefinitionName | undefined) => void
  /** Goes to what chats used and cost over a span of time. */
  readonly openUsage: (span: UsageSpan) => void
  /** Goes to the settings: to a section of them, or to all. */
  readonly openSettings: (section?: SettingsSection) => void
  /** Goes to what the guard looks for. */
  readonly openGuard: () => void
  readonly openPreview: (preview: Preview) => void
  readonly setInspector: (change: InspectorChange) => void
  readonly say: (toast: Toast) => void
  /** Shows an error: what failed, then why. */
  readonly sayError: (failed: string, error: unknown) => void
  readonly openDialog: (dialog: NonNullable<WorkbenchState['dialog']>) => void
  readonly memory: PageMemory
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
  const chatFile = useRef<HTMLInputElement>(null)
  const [memory] = useState(createPageMemory)
  return useMemo<Actions>(() => {
    const openChat: Actions['openChat'] = (id, turn) => {
      location.hash = chatHref(id, turn)
      dispatch({ kind: 'chat-opened' })
    }
    return {
      dispatch,
      composer,
      chatFile,
      openChat,
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
      openSettings: (section) => {
        location.hash = settingsHref(section)
        dispatch({ kind: 'place-left' })
      },
      openGuard: () => {
        location.hash = '#/guard'
        dispatch({ kind: 'place-left' })
      },
      openPreview: (preview) => {
        // The turn of another chat is shown where it was said.
        if (preview.unit === 'turn') openChat(preview.path.replace(/^chat:/, ''), preview.lines?.[0])
        else dispatch({ kind: 'preview', preview })
      },
      setInspector: ({ open, ...change }) => {
        if (open !== undefined && place === 'docked')
          writeSetting('varve.inspector', open ? 'open' : 'closed')
        // Another turn has other answers.
        const answer = change.turn === undefined ? {} : { answer: change.answer }
        dispatch({ kind: 'inspector', change: { ...change, ...answer, ...opened(open, place) } })
      },
      say: (toast) => dispatch({ kind: 'toast', toast }),
      sayError: (failed, error) =>
        dispatch({
          kind: 'toast',
          toast: { tone: 'error', text: `${failed} ${adviseOn(error).what}`.trim() },
        }),
      openDialog: (dialog) => dispatch({ kind: 'dialog', dialog }),
      memory,
    }
  }, [dispatch, place, memory])
}

function opened(open: boolean | undefined, place: Layout['inspector']) {
  if (open === undefined) return {}
  return place === 'docked' ? { docked: open } : { over: open ? place : undefined }
}

interface KeptText {
  readonly typed: UnsavedText | undefined
  /** The text now, even if a newer one has not been rendered yet. */
  readonly latest: () => UnsavedText | undefined
  /** Undefined discards what was typed. */
  readonly keep: (typed: UnsavedText | undefined) => void
}

/** An unsaved text by name. The field re-renders before the next key arrives; a later update would be typed over. */
export function useUnsavedText(name: string): KeptText {
  const { unsaved } = useActions().memory
  const latest = () => unsaved.get(name)
  const typed = useSyncExternalStore(unsaved.subscribe, latest, latest)
  return { typed, latest, keep: (next) => unsaved.keep(name, next) }
}

/** Copies text, and confirms that for a moment. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const { say } = useActions()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 1_600)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = (text: string) => {
    const refused = () =>
      say({ tone: 'error', text: t('This browser doesn’t allow copying here. Select the text and copy it.') })
    // Outside secure contexts there is no clipboard.
    if (!('clipboard' in navigator)) return refused()
    navigator.clipboard.writeText(text).then(() => setCopied(true), refused)
  }
  return { copied, copy }
}
