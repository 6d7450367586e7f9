import type {
  AnswerView,
  Attachable,
  ChatsAmong,
  ChatSummaryView,
  DecisionRequest,
  PassagesRequest,
  UploadView,
} from '@varve/contract'
import type { SendQuestion } from '../parts/web-error.ts'
import { type Draft, EMPTY_DRAFT } from '../view-model/draft.ts'
import { t } from '../i18n/t.ts'

/** Drafts of a chat that does not exist yet are kept under this name. */
export const NEW_CHAT = 'new'

/** The tabs of the inspector, in order; what each of them shows is in `inspector/turn-panel.tsx`. */
export const INSPECTOR_TABS = [
  { id: 'layers', title: t('Layers') },
  { id: 'new', title: t('New') },
  { id: 'request', title: t('Request') },
  { id: 'cache', title: t('Cache') },
  { id: 'trace', title: t('Trace') },
] as const

export type InspectorTab = (typeof INSPECTOR_TABS)[number]['id']

interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface Toast {
  readonly tone: 'info' | 'error'
  readonly text: string
  readonly action?: ToastAction
  /** Another way out. */
  readonly other?: ToastAction
  /** The server does not answer: once that is said for the whole page, it is not said here as well. */
  readonly isOfServer?: boolean
  /** It says to wait for the answer that runs, and goes when that has ended. */
  readonly waits?: boolean
  /** The chat in which a change was not undone: it goes once one is, and when that chat is left. */
  readonly notUndoneIn?: string
  /** The chat whose message could not be sent: what kept it there says nothing about another one. */
  readonly unsentIn?: string
}

/** A note to look at: as a turn of the chat on screen was given it, or as it is on disk now. */
export interface Preview {
  readonly path: string
  readonly lines?: readonly [number, number]
  /** What these are, where they are no lines. */
  readonly unit?: 'line' | 'page' | 'cell' | 'turn'
  readonly givenIn?: { readonly turnId: string; readonly number: number }
}

/** Provider keys: all of them, or one, and the model that was wanted when its key was missing. */
export interface ProviderKeysDialog {
  readonly kind: 'provider-keys'
  readonly provider?: string
  readonly wanted?: string
}

/** Search over the workspace, begun with what was clicked, such as a tag. */
export interface SearchDialog {
  readonly kind: 'search'
  readonly query?: string
}

/** Whether a workspace is to leave the list. */
interface RemoveWorkspaceQuestion {
  readonly kind: 'remove-workspace'
  readonly id: string
  readonly name: string
}

/** What the user says to a question before sending: decide, go and change the message, or nothing. */
export type SendAnswer = SendSaid | 'edit' | 'cancel'

/** Something of a chat that is asked for by a command. */
export interface ChatDialog {
  readonly kind: 'chat-rename' | 'chat-tags' | 'chat-export'
  readonly chat: ChatSummaryView
}

/** An answer that becomes a note, or the end of one. */
export interface SaveAnswerDialog {
  readonly kind: 'save-answer'
  readonly answer: AnswerView
  readonly how: 'new' | 'append'
}

/** Who is to answer again. */
interface AnotherModelQuestion {
  readonly kind: 'another-model'
  /** Who answered. */
  readonly current: string
  readonly pick: (id: string) => void
}

/** A note to be made, moved, or left with text that isn't saved. */
export interface NoteDialog {
  readonly kind: 'new-note' | 'move-note' | 'unsaved-note'
  /** Of a new note its folder, with its slash; else the note. */
  readonly path: string
}

/** What is said with a request once the user has decided. */
export interface SendSaid {
  readonly decision?: DecisionRequest
  readonly passages?: PassagesRequest
}

/** What would be sent has something in it that the user decides about. */
export type SendDialog = SendQuestion & {
  /** Who would have been sent it, by id. */
  readonly modelIds: readonly string[]
  /** There is a text that can be changed instead. */
  readonly canEdit: boolean
  /** The first answer counts. */
  readonly answer: (answer: SendAnswer) => void
}

interface InspectorState {
  /** Whether it is docked beside the thread, if there is room. */
  readonly docked: boolean
  /** How it overlays the thread. A change of layout never opens it over the text being read. */
  readonly over: 'side' | 'sheet' | undefined
  readonly tab: InspectorTab
  readonly turn: number | 'latest'
  /** Which answer, if there are several; else the one that the chat continues from. */
  readonly answer?: string | undefined
}

/** What is open and what is typed. Everything else belongs to the server. */
export interface WorkbenchState {
  readonly drafts: Readonly<Record<string, Draft>>
  /** Messages on their way, by chat: shown at once, before the server has stored them. */
  readonly pending: Readonly<Record<string, Draft>>
  readonly inspector: InspectorState
  readonly preview: Preview | undefined
  /** The note that is open in Files, by its path; it goes along with what is asked until someone takes it out. */
  readonly activeNote: string | undefined
  /** The note that was opened last: offered to the next message, and not sent unless it is taken. */
  readonly openNote: string | undefined
  /** The folders that are open in the tree of files, by path. */
  readonly openFolders: ReadonlySet<string>
  readonly dialog:
    | 'keys'
    | 'chats'
    | 'open-folder'
    | 'connect'
    | 'tour'
    | 'new-workspace'
    | 'index-problems'
    | SearchDialog
    | ProviderKeysDialog
    | RemoveWorkspaceQuestion
    | SendDialog
    | NoteDialog
    | ChatDialog
    | SaveAnswerDialog
    | AnotherModelQuestion
    | undefined
  /** Which chats the list shows. */
  readonly chatsAmong: ChatsAmong
  /** The chat that is searched by *Find in this chat*. */
  readonly findIn: string | undefined
  /** The models chosen for each chat, by id; several answer side by side, and only those outlive the page. */
  readonly models: Readonly<Record<string, readonly string[]>>
  readonly modelPickerOpen: boolean
  readonly toast: Toast | undefined
}

export type WorkbenchAction =
  | { readonly kind: 'draft'; readonly chat: string; readonly draft: Draft }
  /** A change to whatever the draft is by then: an upload may have arrived since it was last drawn. */
  | { readonly kind: 'edit'; readonly chat: string; readonly change: (draft: Draft) => Draft }
  | {
      readonly kind: 'attach'
      readonly chat: string
      readonly item: Attachable
      /** The file of an `upload:` name. */
      readonly upload?: UploadView
    }
  | { readonly kind: 'sending'; readonly chat: string; readonly draft: Draft }
  | { readonly kind: 'sent'; readonly chat: string }
  | {
      readonly kind: 'unsent'
      readonly chat: string
      readonly draft: Draft
      readonly toast: Toast | undefined
    }
  | { readonly kind: 'chat-opened' }
  /** The user navigated: overlays of the old place close. */
  | { readonly kind: 'place-left' }
  | { readonly kind: 'folders'; readonly open: ReadonlySet<string> }
  | { readonly kind: 'inspector'; readonly change: Partial<InspectorState> }
  | { readonly kind: 'preview'; readonly preview: Preview | undefined }
  /** It comes along from now on, or no longer. */
  | { readonly kind: 'active-note'; readonly path: string | undefined }
  | { readonly kind: 'open-note'; readonly path: string | undefined }
  | { readonly kind: 'dialog'; readonly dialog: WorkbenchState['dialog'] }
  /** The question was answered, unless another dialog has taken its place. */
  | { readonly kind: 'question-answered' }
  | { readonly kind: 'chats-among'; readonly among: ChatsAmong }
  | { readonly kind: 'find-in'; readonly chat: string | undefined }
  | { readonly kind: 'models'; readonly chat: string; readonly ids: readonly string[] }
  /** A new chat has its first message, which these models answer. */
  | {
      readonly kind: 'chat-begun'
      readonly chat: string
      readonly models: readonly string[]
      /** What was typed since then was typed for it; else another new chat was begun. */
      readonly goesOn: boolean
    }
  /** A chat continues in another one, with the typed text and its attachments. */
  | {
      readonly kind: 'draft-moved'
      readonly from: string
      readonly to: string
      readonly attach: readonly Attachable[]
    }
  | { readonly kind: 'model-picker'; readonly open: boolean }
  | { readonly kind: 'toast'; readonly toast: Toast | undefined }
  /** No answer runs any more in the chat on screen. */
  | { readonly kind: 'answers-ended' }
  /** A change was undone. */
  | { readonly kind: 'undone' }
  /** Another chat is on screen, or a new one. */
  | { readonly kind: 'chat-shown'; readonly chat: string | undefined }

type KeptState = Partial<Pick<WorkbenchState, 'drafts' | 'models'>>

export function initialState(docked: boolean, { drafts = {}, models = {} }: KeptState = {}): WorkbenchState {
  return {
    drafts,
    pending: {},
    inspector: { docked, over: undefined, tab: 'layers', turn: 'latest' },
    preview: undefined,
    activeNote: undefined,
    openNote: undefined,
    openFolders: new Set(),
    dialog: undefined,
    chatsAmong: 'current',
    findIn: undefined,
    models,
    modelPickerOpen: false,
    toast: undefined,
  }
}

export function draftOf(state: WorkbenchState, chat: string): Draft {
  return state.drafts[chat] ?? EMPTY_DRAFT
}

export function isNoteDialog(dialog: { readonly kind: string }): dialog is NoteDialog {
  return ['new-note', 'move-note', 'unsaved-note'].includes(dialog.kind)
}
