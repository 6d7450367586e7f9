import type {
  ChatSettingsView,
  ChatSummaryView,
  ChatView,
  FileContentView,
  FileView,
  FolderChoiceView,
  ForecastView,
  IndexView,
  InspectionView,
  KeyKeeping,
  ModelView,
  ProviderView,
  SearchHitView,
  SearchView,
  SendRequest,
  SendResponse,
  SettingsRequest,
  SourceTextView,
  StatisticsView,
  TagView,
  UploadView,
  WorkspaceListView,
  WorkspaceSettingsView,
  WorkspaceSummaryView,
  WorkspaceView,
  WrittenFileView,
} from '@varve/server/types'
import { putFile } from './put-file.ts'
import { request } from './request.ts'
import { uploadFile, type UploadWatch } from './upload-file.ts'
import { workspaceApi } from './workspace-api.ts'

const keyOf = (provider: string) => `/api/providers/${encodeURIComponent(provider)}/key`
const file = (call: string, path: string) =>
  `${workspaceApi()}/files/${call}?path=${encodeURIComponent(path)}`
const chat = (id: string) => `${workspaceApi()}/chats/${encodeURIComponent(id)}`

/** Every call of the API, by what it does. */
export const routes = {
  workspace: () => request<WorkspaceView>(workspaceApi()),
  files: () => request<readonly FileView[]>(`${workspaceApi()}/files`),
  fileContent: (path: string) => request<FileContentView>(file('content', path)),
  /** Notes like one note. */
  related: (path: string) => request<readonly SearchHitView[]>(file('related', path)),
  recentFiles: () => request<readonly FileView[]>(`${workspaceApi()}/files/recent`),
  /** The address of a picture of the workspace, for an `img` of this page. */
  picture: (path: string) => file('picture', path),
  search: (text: string, limit: number, signal: AbortSignal) =>
    request<SearchView>(`${workspaceApi()}/search?q=${encodeURIComponent(text)}&limit=${limit}`, { signal }),

  /** Most used first. */
  tags: () => request<readonly TagView[]>(`${workspaceApi()}/tags`),
  /** Hands over a file that lies in no folder of the workspace. */
  upload: (body: File, watch: UploadWatch) =>
    uploadFile<UploadView>(`${workspaceApi()}/uploads?name=${encodeURIComponent(body.name)}`, body, watch),

  /** Whether search goes by meaning as well. What it takes is computed after the answer; the events tell of it. */
  setEmbeddings: (embeddings: 'off' | 'built-in') =>
    request<IndexView>(`${workspaceApi()}/index/embeddings`, { method: 'PUT', body: { embeddings } }),
  statistics: () => request<StatisticsView>(`${workspaceApi()}/index/statistics`),
  changeWorkspace: (body: Partial<WorkspaceSettingsView>) =>
    request<WorkspaceSettingsView>(`${workspaceApi()}/settings`, { method: 'PATCH', body }),

  indexEvents: () => `${workspaceApi()}/index/events`,
  controlIndex: (action: 'pause' | 'resume' | 'refresh' | 'rebuild') =>
    request<IndexView>(`${workspaceApi()}/index`, { method: 'POST', body: { action } }),

  workspaces: () => request<WorkspaceListView>('/api/workspaces'),
  /** Makes a folder of this machine a workspace, or finds the one that shows it. */
  openWorkspace: (root: string) =>
    request<WorkspaceSummaryView>('/api/workspaces', { method: 'POST', body: { root } }),
  /** Makes a workspace whose files lie in the database. */
  createWorkspace: (name: string) =>
    request<WorkspaceSummaryView>('/api/workspaces', { method: 'POST', body: { kind: 'database', name } }),
  /** Puts a file into the workspace, at its root; one of that name is not overwritten. */
  addFile: (body: File) =>
    putFile<WrittenFileView>(
      `${workspaceApi()}/files/content?expect=absent&path=${encodeURIComponent(body.name)}`,
      body,
    ),
  /** Out of the list only: its folder and its chats stay. */
  removeWorkspace: (id: string) =>
    request<unknown>(`/api/workspaces/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  /** The folders of one folder of this machine; of the home folder where none is named. */
  folders: (path: string | undefined) =>
    request<FolderChoiceView>(
      path === undefined ? '/api/folders' : `/api/folders?path=${encodeURIComponent(path)}`,
    ),

  models: () => request<readonly ModelView[]>('/api/models'),
  /** Looks again for model servers on this machine. */
  refreshModels: () => request<unknown>('/api/models/refresh', { method: 'POST', body: {} }),
  providers: () => request<readonly ProviderView[]>('/api/providers'),
  /** The server keeps a key, sealed or in memory only, and gives none back. */
  keepKey: (provider: string, value: string, keep: KeyKeeping) =>
    request<unknown>(keyOf(provider), { method: 'PUT', body: { key: value, keep } }),
  removeKey: (provider: string) => request<unknown>(keyOf(provider), { method: 'DELETE' }),

  chats: () => request<readonly ChatSummaryView[]>(`${workspaceApi()}/chats`),
  createChat: () => request<ChatView>(`${workspaceApi()}/chats`, { method: 'POST', body: {} }),
  chat: (id: string) => request<ChatView>(chat(id)),
  renameChat: (id: string, title: string) => request<unknown>(chat(id), { method: 'PATCH', body: { title } }),
  /** What the chat asks of its models from now on. */
  changeSettings: (id: string, body: SettingsRequest) =>
    request<ChatSettingsView>(`${chat(id)}/settings`, { method: 'PATCH', body }),
  deleteChat: (id: string) => request<unknown>(chat(id), { method: 'DELETE' }),

  send: (id: string, body: SendRequest, idempotencyKey: string) =>
    request<SendResponse>(`${chat(id)}/turns`, {
      method: 'POST',
      body,
      headers: { 'Idempotency-Key': idempotencyKey },
    }),
  stop: (answerId: string) =>
    request<unknown>(`${workspaceApi()}/answers/${encodeURIComponent(answerId)}/stop`, {
      method: 'POST',
      body: {},
    }),
  events: (answerId: string) => `${workspaceApi()}/answers/${encodeURIComponent(answerId)}/events`,
  inspection: (id: string, turn: number) => request<InspectionView>(`${chat(id)}/turns/${turn}/inspection`),
  /** A text as the model was given it in one turn. */
  source: (id: string, turn: number, path: string) =>
    request<SourceTextView>(`${chat(id)}/turns/${turn}/source?path=${encodeURIComponent(path)}`),
  forecast: (id: string, body: SendRequest, signal: AbortSignal) =>
    request<ForecastView>(`${chat(id)}/forecast`, { method: 'POST', body, signal }),
  /** Forgetting happens with the next turn; until then it can be undone. */
  forget: (id: string, key: string, undo: boolean) =>
    request<ChatView>(`${chat(id)}/forget`, { method: 'POST', body: undo ? { key, undo } : { key } }),
} as const
