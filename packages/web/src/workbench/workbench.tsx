import {
  createContext,
  type Dispatch,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { parseWorkspacePath } from '../api/address.ts'
import { readSetting, writeSetting } from '../setting.ts'
import { type Layout, useLayout } from './use-layout.ts'
import { type Actions, ActionsContext, useNewActions } from './actions.ts'
import { readDrafts, writeDrafts } from './stored-drafts.ts'
import { parsePlace, type Place } from './place.ts'
import { type NewChat, useNewChat } from './use-new-chat.ts'
import {
  draftOf,
  initialState,
  NEW_CHAT,
  type Toast,
  type WorkbenchAction,
  type WorkbenchState,
} from './workbench-state.ts'
import { type Draft, EMPTY_DRAFT, leftAfter, restoreDraft, withAttached } from '../view-model/draft.ts'

/** Of so many chats the choice is remembered, those in which several were chosen last. */
const MOST_CHATS = 100

const QUIET_MILLISECONDS = 300

/** What is open and typed, where one is, and what one may do. */
interface Workbench extends Actions {
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

/** Keeps who answers side by side in a chat for when it is opened again. */
function useStoredModels(models: WorkbenchState['models']): void {
  const known = useRef(models)
  useEffect(() => {
    rememberModels(known.current, models)
    known.current = models
  }, [models])
}

/** Where one is, and the chat one comes from or is in: looking at files does not leave it. */
function usePlace(): { readonly place: Place; readonly chatId: string | undefined } {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const place = useMemo(() => parsePlace(hash), [hash])
  const [chatId, setChatId] = useState(place.kind === 'chat' ? place.id : undefined)
  if (place.kind === 'chat' && place.id !== chatId) setChatId(place.id)
  return { place, chatId: place.kind === 'chat' ? place.id : chatId }
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

interface FoldableLayout {
  readonly layout: Layout
  /** Folds the sidebar to a rail, or unfolds it; where there is no room for it, its chats open over the page. */
  readonly toggleSidebar: () => void
}

/** The layout that the window allows, with the sidebar as one left it. */
function useFoldableLayout(dispatch: Dispatch<WorkbenchAction>): FoldableLayout {
  const widest = useLayout()
  const [isFolded, setFolded] = useState(() => readSetting('varve.sidebar') === 'rail')
  return useMemo(() => {
    if (widest.sidebar !== 'full')
      return { layout: widest, toggleSidebar: () => dispatch({ kind: 'dialog', dialog: 'chats' }) }
    return {
      layout: isFolded ? { ...widest, sidebar: 'rail' } : widest,
      toggleSidebar: () => {
        writeSetting('varve.sidebar', isFolded ? undefined : 'rail')
        setFolded(!isFolded)
      },
    }
  }, [widest, isFolded, dispatch])
}

/** Keeps the drafts for a reload, a moment after the last key: a long one takes its time. Leaving does not wait. */
function useStoredDrafts(drafts: WorkbenchState['drafts']): void {
  const due = useRef<() => void>(undefined)
  useEffect(() => {
    const workspace = parseWorkspacePath(location.pathname)
    const write = () => {
      due.current = undefined
      writeDrafts(workspace, drafts)
    }
    due.current = write
    const timer = setTimeout(write, QUIET_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [drafts])
  useEffect(() => {
    const writeNow = () => due.current?.()
    addEventListener('pagehide', writeNow)
    return () => {
      removeEventListener('pagehide', writeNow)
      writeNow()
    }
  }, [])
}

type Models = Readonly<Record<string, readonly string[]>>

/** Who was chosen to answer side by side, by chat. */
function readModels(): Models {
  return parseModels(readSetting('varve.chat-models'))
}

/** Another tab may have saved other models: write only what changed. */
function rememberModels(before: Models, now: Models): void {
  if (before === now) return
  const known = readSetting('varve.chat-models')
  const next = printModels(parseModels(known), changedModels(before, now))
  if (next !== known) writeSetting('varve.chat-models', next)
}

/** What was stored may be of another version: what does not look like a choice of several is left out. */
export function parseModels(text: string | undefined): Models {
  if (text === undefined) return {}
  const stored = parseJson(text)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string[]] => isSeveral(entry[1])),
  )
}

/** A single model is not stored: a chat continues with the last one that answered. */
export function printModels(known: Models, changed: Models): string | undefined {
  const others = Object.entries(known).filter(([chat]) => changed[chat] === undefined)
  const several = Object.entries(changed).filter(([, ids]) => isSeveral(ids))
  const kept = [...others, ...several].slice(-MOST_CHATS)
  return kept.length === 0 ? undefined : JSON.stringify(Object.fromEntries(kept))
}

/** A new chat begins with one, whatever was chosen for the last one. */
function changedModels(before: Models, now: Models): Models {
  return Object.fromEntries(
    Object.entries(now).filter(([chat, ids]) => chat !== NEW_CHAT && before[chat] !== ids),
  )
}

function isSeveral(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 1 && value.every((id) => typeof id === 'string')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Cut or foreign text names no models.
    return undefined
  }
}

/** The workbench after something was done. */
export function reduceWorkbench(state: WorkbenchState, action: WorkbenchAction): WorkbenchState {
  switch (action.kind) {
    case 'draft':
      return { ...state, drafts: { ...state.drafts, [action.chat]: action.draft } }
    case 'edit': {
      const draft = action.change(draftOf(state, action.chat))
      return { ...state, drafts: { ...state.drafts, [action.chat]: draft } }
    }
    case 'attach': {
      const draft = withAttached(draftOf(state, action.chat), action.item, action.upload)
      return { ...state, drafts: { ...state.drafts, [action.chat]: draft } }
    }
    case 'sending': {
      const left = leftAfter(action.draft, draftOf(state, action.chat))
      const others = without(state.drafts, action.chat)
      return {
        ...state,
        drafts: left ? { ...others, [action.chat]: left } : others,
        pending: { ...state.pending, [action.chat]: action.draft },
        inspector: { ...state.inspector, turn: 'latest', answer: undefined },
        toast: undefined,
      }
    }
    case 'sent':
      return { ...state, pending: without(state.pending, action.chat) }
    case 'unsent': {
      const restored = restoreDraft(action.draft, draftOf(state, action.chat))
      return {
        ...state,
        drafts: { ...state.drafts, [action.chat]: restored },
        pending: without(state.pending, action.chat),
        toast: action.toast,
      }
    }
    case 'chat-opened':
      // A note was taken for the chat that one leaves.
      return closeOver({
        ...state,
        activeNote: undefined,
        inspector: { ...state.inspector, turn: 'latest', answer: undefined },
      })
    case 'place-left':
      return closeOver(state)
    case 'folders':
      return { ...state, openFolders: action.open }
    case 'inspector':
      return { ...state, inspector: { ...state.inspector, ...action.change } }
    case 'preview':
      return { ...state, preview: action.preview }
    case 'active-note':
      return { ...state, activeNote: action.path, openNote: undefined }
    case 'open-note': {
      // One that has come along and was closed does not stay for another one.
      return { ...state, openNote: action.path === state.activeNote ? undefined : action.path }
    }
    case 'dialog':
      return { ...state, dialog: action.dialog }
    case 'question-answered': {
      const isOpen = typeof state.dialog === 'object' && 'answer' in state.dialog
      return isOpen ? { ...state, dialog: undefined } : state
    }
    case 'chats-among':
      return { ...state, chatsAmong: action.among }
    case 'find-in':
      return { ...state, findIn: action.chat }
    case 'models':
      return { ...state, models: { ...state.models, [action.chat]: action.ids } }
    case 'chat-begun': {
      const models = modelsOnceBegun(state.models, action)
      const typed = action.goesOn ? state.drafts[NEW_CHAT] : undefined
      if (!typed) return { ...state, models }
      return { ...state, models, drafts: { ...without(state.drafts, NEW_CHAT), [action.chat]: typed } }
    }
    case 'draft-moved': {
      const { idempotencyKey: _key, ...draft } = draftOf(state, action.from)
      const brought = action.attach.reduce<Draft>((next, item) => withAttached(next, item), EMPTY_DRAFT)
      const moved = draft.attach.reduce<Draft>((next, item) => withAttached(next, item), brought)
      const drafts = {
        ...without(state.drafts, action.from),
        [action.to]: { ...draft, attach: moved.attach },
      }
      return { ...state, drafts }
    }
    case 'model-picker':
      return { ...state, modelPickerOpen: action.open }
    case 'toast':
      return { ...state, toast: action.toast }
    case 'answers-ended':
      return state.toast?.waits ? { ...state, toast: undefined } : state
    case 'undone':
      return state.toast?.notUndoneIn === undefined ? state : { ...state, toast: undefined }
    case 'chat-shown':
      return isElsewhere(state.toast, action.chat) ? { ...state, toast: undefined } : state
    default:
      return action satisfies never
  }
}

/**
 * The chat continues with the models it started with. The next new chat starts with one again, and only with
 * the user's choice: models of a project or agent apply to its own chats.
 */
function modelsOnceBegun(
  models: WorkbenchState['models'],
  { chat, models: ids }: Extract<WorkbenchAction, { kind: 'chat-begun' }>,
): WorkbenchState['models'] {
  return { ...models, [chat]: ids, [NEW_CHAT]: (models[NEW_CHAT] ?? []).slice(0, 1) }
}

function isElsewhere(toast: Toast | undefined, chat: string | undefined): boolean {
  const place = toast?.notUndoneIn ?? toast?.unsentIn
  return place !== undefined && place !== (chat ?? NEW_CHAT)
}

function closeOver(state: WorkbenchState): WorkbenchState {
  return { ...state, dialog: undefined, preview: undefined, modelPickerOpen: false }
}

function without(drafts: Readonly<Record<string, Draft>>, chat: string): Readonly<Record<string, Draft>> {
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => key !== chat))
}
