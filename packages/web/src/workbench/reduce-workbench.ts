import { type Draft, EMPTY_DRAFT, leftAfter, restoreDraft, withAttached } from './draft.ts'
import {
  draftOf,
  NEW_CHAT,
  type Toast,
  type WorkbenchAction,
  type WorkbenchState,
} from './workbench-state.ts'

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
      return closeOver({ ...state, inspector: { ...state.inspector, turn: 'latest', answer: undefined } })
    case 'place-left':
      return closeOver(state)
    case 'folders':
      return { ...state, openFolders: action.open }
    case 'inspector':
      return { ...state, inspector: { ...state.inspector, ...action.change } }
    case 'preview':
      return { ...state, preview: action.preview }
    case 'active-note':
      return { ...state, activeNote: action.path }
    case 'dialog':
      return { ...state, dialog: action.dialog }
    case 'guard-answered': {
      const isOpen = typeof state.dialog === 'object' && state.dialog.kind === 'guard'
      return isOpen ? { ...state, dialog: undefined } : state
    }
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
 * The chat goes on with those it began with. The next new one begins with one again, and only with what the user
 * chose: what a project or an agent asks for holds in its own chats.
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
