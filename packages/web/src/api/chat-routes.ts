import type {
  ChangeChatRequest,
  ChatsAmong,
  ChatSearchView,
  ChatSettingsView,
  ChatSummaryView,
  ChatView,
  CompactionView,
  ContinuedChatView,
  ExportForm,
  ForecastChoiceView,
  ReindexReport,
  UnlistedChatsView,
  ForecastView,
  ImportReportView,
  SendRequest,
  SettingsRequest,
  TurnPage,
} from '@varve/contract'
import { chatAddress } from './chat-addresses.ts'
import { request } from './request.ts'
import { sendFile } from './send-file.ts'
import { workspaceApi } from './workspace-api.ts'

interface ChatsPage {
  readonly among: ChatsAmong
  /** How many stand before it. */
  readonly after: number
  readonly limit: number
  readonly project: string | undefined
}

/** Chats as a whole. */
export const chatRoutes = {
  /** A page of the list. */
  chats: ({ among, after, limit, project }: ChatsPage) =>
    request<readonly ChatSummaryView[]>(
      `${workspaceApi()}/chats?among=${among}&limit=${limit}&after=${after}${
        project === undefined ? '' : `&project=${encodeURIComponent(project)}`
      }`,
    ),
  createChat: () => request<ChatView>(`${workspaceApi()}/chats`, { method: 'POST', body: {} }),
  chat: (id: string) => request<ChatView>(chatAddress(id)),
  /** The turns of the branch on show before a place in it. */
  earlierTurns: (id: string, before: number) =>
    request<TurnPage>(`${chatAddress(id)}/turns?before=${before}`),
  /** Its title, its tags, and whether it is pinned or put away. */
  changeChat: (id: string, body: ChangeChatRequest) =>
    request<ChatSummaryView>(chatAddress(id), { method: 'PATCH', body }),
  /** What the chat asks of its models from now on. */
  changeSettings: (id: string, body: SettingsRequest) =>
    request<ChatSettingsView>(`${chatAddress(id)}/settings`, { method: 'PATCH', body }),
  /** Into the trash, from which it can be restored. */
  trashChat: (id: string) => request<unknown>(chatAddress(id), { method: 'DELETE' }),
  /** One that is in the trash, for good. */
  eraseChat: (id: string) => request<unknown>(`${chatAddress(id)}/erase`, { method: 'POST', body: {} }),
  restoreChat: (id: string) =>
    request<ChatSummaryView>(`${chatAddress(id)}/restore`, { method: 'POST', body: {} }),
  /** The address of a chat as a file. */
  exportChat: (id: string, form: ExportForm) => `${chatAddress(id)}/export?form=${form}`,
  /** The address of what was sent in a chat, as a file. */
  exportTrace: (id: string) => `${chatAddress(id)}/trace`,
  deleteTrace: (id: string) => request<unknown>(`${chatAddress(id)}/trace`, { method: 'DELETE' }),
  /** How many files of chats a workspace without chats has. */
  unlistedChats: () => request<UnlistedChatsView>(`${workspaceApi()}/chats/unlisted`),
  /** Brings them back. */
  reindexChats: () => request<ReindexReport>(`${workspaceApi()}/chats/reindex`, { method: 'POST', body: {} }),
  searchChats: (among: ChatsAmong, text: string, signal: AbortSignal) =>
    request<ChatSearchView>(
      `${workspaceApi()}/chats/search?among=${among}&limit=50&q=${encodeURIComponent(text)}`,
      { signal },
    ),
  /** Takes over the chats of a file. */
  importChats: (body: File) =>
    sendFile<ImportReportView>(
      'POST',
      `${workspaceApi()}/chats/import?name=${encodeURIComponent(body.name)}`,
      body,
    ),
  /** A new chat that begins with this one up to an answer. */
  forkChat: (id: string, turnId: string, answerId: string) =>
    request<ChatSummaryView>(`${chatAddress(id)}/fork`, { method: 'POST', body: { turnId, answerId } }),
  whatIf: (id: string, body: SendRequest, signal: AbortSignal) =>
    request<readonly ForecastChoiceView[]>(`${chatAddress(id)}/what-if`, { method: 'POST', body, signal }),
  forecast: (id: string, body: SendRequest, signal: AbortSignal) =>
    request<ForecastView>(`${chatAddress(id)}/forecast`, { method: 'POST', body, signal }),
  /** Forgetting happens with the next turn; until then it can be undone. */
  forget: (id: string, key: string, undo: boolean) =>
    request<ChatView>(`${chatAddress(id)}/forget`, { method: 'POST', body: undo ? { key, undo } : { key } }),
  /** What the budget does with something kept, from the next turn on. */
  mark: (id: string, key: string, priority: 'essential' | 'normal' | 'optional') =>
    request<ChatView>(`${chatAddress(id)}/mark`, { method: 'POST', body: { key, priority } }),
  /** The next turn begins in short; until then it can be undone. */
  compact: (id: string, body: { readonly modelId?: string; readonly undo?: true }) =>
    request<CompactionView>(`${chatAddress(id)}/compact`, { method: 'POST', body }),
  /** A new chat, and the summary that its first message brings along. */
  continueInNew: (id: string, body: { readonly modelId?: string; readonly confirmed: true }) =>
    request<ContinuedChatView>(`${chatAddress(id)}/continue`, { method: 'POST', body }),
} as const
