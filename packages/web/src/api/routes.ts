import type {
  AsideTextView,
  ChatSearchView,
  ChatSettingsView,
  ChatSummaryView,
  ChatView,
  CompactionView,
  ContinuedChatView,
  ComparisonForecastView,
  DefinitionCheckView,
  DefinitionKind,
  DefinitionTextView,
  DefinitionView,
  ExportForm,
  FileContentView,
  FileDiffView,
  FileVersionView,
  FileView,
  FolderChoiceView,
  ForecastView,
  ImportReportView,
  IndexView,
  InspectionView,
  KeyKeeping,
  McpListView,
  McpServerView,
  MemoryView,
  ModelView,
  ProviderView,
  SearchHitView,
  SearchView,
  SendResponse,
  SourceTextView,
  StatisticsView,
  TagView,
  TurnPage,
  TurnView,
  UploadView,
  WorkspaceListView,
  WorkspaceSettingsView,
  WorkspaceSummaryView,
  WorkspaceView,
  WrittenFileView,
} from '@varve/server/types'
import type {
  AreaChoices,
  AuditEntry,
  ChatSettingsChange,
  GuardDecision,
  GuardedEdit,
  GuardedSend,
  GuardPolicy,
  GuardRules,
  ToolRule,
  ToolRules,
} from './guard-types.ts'
import { newIdempotencyKey } from './new-idempotency-key.ts'
import { sendFile } from './send-file.ts'
import { request } from './request.ts'
import { uploadFile, type UploadWatch } from './upload-file.ts'
import { workspaceApi } from './workspace-api.ts'

/** One call of an answer, counted from 1; the last one where none is named. */
export interface CallToInspect {
  readonly chatId: string
  readonly turnId: string
  readonly answerId: string
  readonly call: number | undefined
}

const keyOf = (provider: string) => `/api/providers/${encodeURIComponent(provider)}/key`
const file = (call: string, path: string) =>
  `${workspaceApi()}/files/${call}?path=${encodeURIComponent(path)}`
const definition = (kind: DefinitionKind, id: string) =>
  `${workspaceApi()}/definitions/${kind}/${encodeURIComponent(id)}`
const chat = (id: string) => `${workspaceApi()}/chats/${encodeURIComponent(id)}`
const turn = (id: string, turnId: string) => `${chat(id)}/turns/${encodeURIComponent(turnId)}`
const answer = (id: string, answerId: string) => `${chat(id)}/answers/${encodeURIComponent(answerId)}`
/** A call that makes models answer: sent twice with one key, it happens once. */
const post = (path: string, body: unknown, key: string) =>
  request<SendResponse>(path, { method: 'POST', body, headers: { 'Idempotency-Key': key } })

/** Which chats a list holds. */
export type ChatsAmong = 'current' | 'archived' | 'trashed'

export interface ChatChange {
  readonly title?: string
  readonly pinned?: boolean
  readonly archived?: boolean
  readonly tags?: readonly string[]
}

/** As a note of its own, or at the end of one. */
export type SaveHow = 'new' | 'append'

interface RegenerateBody {
  readonly modelIds: readonly string[]
  readonly decision?: GuardDecision
}

/** Every call of the API, by what it does. */
export const routes = {
  workspace: () => request<WorkspaceView>(workspaceApi()),
  files: () => request<readonly FileView[]>(`${workspaceApi()}/files`),
  fileContent: (path: string) => request<FileContentView>(file('content', path)),
  /** Notes like one note. */
  related: (path: string) => request<readonly SearchHitView[]>(file('related', path)),
  versions: (path: string) => request<readonly FileVersionView[]>(file('versions', path)),
  fileDiff: (path: string, from: string) =>
    request<FileDiffView>(`${file('diff', path)}&from=${encodeURIComponent(from)}`),
  /** From the trash, or a version in place of what is there now. */
  restoreFile: (id: string) =>
    request<unknown>(`${workspaceApi()}/files/restore`, { method: 'POST', body: { id } }),
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
    sendFile<WrittenFileView>(
      'PUT',
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

  /** A page of the list, beginning behind as many as are named. */
  chats: (among: ChatsAmong, after: number, limit: number, project?: string) =>
    request<readonly ChatSummaryView[]>(
      `${workspaceApi()}/chats?among=${among}&limit=${limit}&after=${after}${
        project === undefined ? '' : `&project=${encodeURIComponent(project)}`
      }`,
    ),
  createChat: () => request<ChatView>(`${workspaceApi()}/chats`, { method: 'POST', body: {} }),
  chat: (id: string) => request<ChatView>(chat(id)),
  /** The turns of the branch on show before a place in it. */
  earlierTurns: (id: string, before: number) => request<TurnPage>(`${chat(id)}/turns?before=${before}`),
  /** Its title, its tags, and whether it is pinned or put away. */
  changeChat: (id: string, body: ChatChange) => request<ChatSummaryView>(chat(id), { method: 'PATCH', body }),
  /** What the chat asks of its models from now on. */
  changeSettings: (id: string, body: ChatSettingsChange) =>
    request<ChatSettingsView>(`${chat(id)}/settings`, { method: 'PATCH', body }),
  /** Into the trash, from which it can be restored. */
  trashChat: (id: string) => request<unknown>(chat(id), { method: 'DELETE' }),
  /** One that is in the trash, for good. */
  eraseChat: (id: string) => request<unknown>(`${chat(id)}/erase`, { method: 'POST', body: {} }),
  restoreChat: (id: string) => request<ChatSummaryView>(`${chat(id)}/restore`, { method: 'POST', body: {} }),
  /** The address of a chat as a file. */
  exportChat: (id: string, form: ExportForm) => `${chat(id)}/export?form=${form}`,
  /** The address of what was sent in a chat, as a file. */
  exportTrace: (id: string) => `${chat(id)}/trace`,
  deleteTrace: (id: string) => request<unknown>(`${chat(id)}/trace`, { method: 'DELETE' }),
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
    request<ChatSummaryView>(`${chat(id)}/fork`, { method: 'POST', body: { turnId, answerId } }),

  guard: () => request<GuardRules>(`${workspaceApi()}/guard`),
  changeGuard: (policy: GuardPolicy) =>
    request<GuardRules>(`${workspaceApi()}/guard`, { method: 'PUT', body: { policy } }),
  /** Newest first. */
  audit: () => request<readonly AuditEntry[]>(`${workspaceApi()}/guard/audit`),
  toolRules: () => request<ToolRules>(`${workspaceApi()}/tool-rules`),
  changeToolRules: (rules: readonly ToolRule[]) =>
    request<ToolRules>(`${workspaceApi()}/tool-rules`, { method: 'PUT', body: { rules } }),
  areas: () => request<AreaChoices>(`${workspaceApi()}/areas`),

  mcp: () => request<McpListView>(`${workspaceApi()}/mcp`),
  /** `hash` is that of the entry that was looked at. */
  trustMcp: (name: string, hash: string, trusted: boolean) =>
    request<McpServerView>(`${workspaceApi()}/mcp/${encodeURIComponent(name)}/trust`, {
      method: 'POST',
      body: { hash, trusted },
    }),
  reconnectMcp: (name: string) =>
    request<McpServerView>(`${workspaceApi()}/mcp/${encodeURIComponent(name)}/reconnect`, {
      method: 'POST',
      body: {},
    }),

  definitions: () => request<readonly DefinitionView[]>(`${workspaceApi()}/definitions`),
  definition: (kind: DefinitionKind, id: string) => request<DefinitionTextView>(definition(kind, id)),
  /** `contentHash` is that of the file that it replaces; none where there is none of the workspace's own. */
  writeDefinition: (kind: DefinitionKind, id: string, content: string, contentHash: string | undefined) =>
    request<DefinitionTextView>(definition(kind, id), {
      method: 'PUT',
      body: { content, ...(contentHash === undefined ? {} : { contentHash }) },
    }),
  /** What would be wrong with this text; nothing is written. */
  checkDefinition: (kind: DefinitionKind, id: string, content: string, signal: AbortSignal) =>
    request<DefinitionCheckView>(`${definition(kind, id)}/check`, {
      method: 'POST',
      body: { content },
      signal,
    }),
  /** Into the trash of the workspace. */
  removeDefinition: (kind: DefinitionKind, id: string, contentHash: string) =>
    request<{ readonly path: string; readonly trashId: string }>(
      `${definition(kind, id)}?expect=${encodeURIComponent(contentHash)}`,
      { method: 'DELETE' },
    ),
  /** `hash` is that of what was looked at. */
  trustDefinition: (kind: DefinitionKind, id: string, hash: string, trusted: boolean) =>
    request<DefinitionTextView>(`${definition(kind, id)}/trust`, { method: 'POST', body: { hash, trusted } }),

  memory: () => request<MemoryView>(`${workspaceApi()}/memory`),
  /** `hash` is that of what it replaces. */
  writeMemory: (content: string, hash: string | undefined) =>
    request<MemoryView>(`${workspaceApi()}/memory`, {
      method: 'PUT',
      body: { content, ...(hash === undefined ? {} : { hash }) },
    }),

  send: (id: string, body: GuardedSend, key: string) => post(`${chat(id)}/turns`, body, key),
  /** Asks again in other words; without words, with the notes as they are now. */
  edit: (id: string, turnId: string, body: GuardedEdit, key: string) =>
    post(`${turn(id, turnId)}/edit`, body, key),
  /** Has a question answered again from what it was sent with. */
  regenerate: (id: string, turnId: string, body: RegenerateBody, key: string) =>
    post(`${turn(id, turnId)}/regenerate`, body, key),
  /** Lets a model go on with an answer that was cut off. */
  continueAnswer: (id: string, answerId: string, body: { readonly decision?: GuardDecision }, key: string) =>
    post(`${answer(id, answerId)}/continue`, body, key),
  /** What a comparison of the answers would take, and the comparison itself. */
  forecastComparison: (id: string, turnId: string, modelId: string) =>
    request<ComparisonForecastView>(`${turn(id, turnId)}/compare?model=${encodeURIComponent(modelId)}`),
  compareAnswers: (id: string, turnId: string, modelId: string) =>
    request<TurnView>(`${turn(id, turnId)}/compare`, { method: 'POST', body: { modelId } }),
  /** Shows the branch that goes through a turn. */
  showTurn: (id: string, turnId: string) =>
    request<ChatView>(`${turn(id, turnId)}/show`, { method: 'POST', body: {} }),
  /** Goes on with one of several answers. */
  chooseAnswer: (id: string, answerId: string) =>
    request<ChatView>(`${answer(id, answerId)}/choose`, { method: 'POST', body: {} }),
  saveAnswer: (id: string, answerId: string, body: { readonly path: string; readonly how: SaveHow }) =>
    request<{ readonly path: string }>(`${answer(id, answerId)}/save`, {
      method: 'POST',
      body,
      headers: { 'Idempotency-Key': newIdempotencyKey() },
    }),
  stop: (answerId: string) =>
    request<unknown>(`${workspaceApi()}/answers/${encodeURIComponent(answerId)}/stop`, {
      method: 'POST',
      body: {},
    }),
  /** To a call that waits for a person. */
  answerCall: (answerId: string, callId: string, words: string, always = false) =>
    request<unknown>(
      `${workspaceApi()}/answers/${encodeURIComponent(answerId)}/calls/${encodeURIComponent(callId)}`,
      { method: 'POST', body: { answer: words, ...(always ? { always } : {}) } },
    ),
  /** To a model while it works. */
  steer: (answerId: string, text: string) =>
    request<unknown>(`${workspaceApi()}/answers/${encodeURIComponent(answerId)}/say`, {
      method: 'POST',
      body: { text },
    }),
  /** Takes back what a tool changed. */
  undoCall: (id: string, answerId: string, callId: string) =>
    request<unknown>(`${answer(id, answerId)}/undo`, { method: 'POST', body: { callId } }),
  events: (answerId: string) => `${workspaceApi()}/answers/${encodeURIComponent(answerId)}/events`,
  inspection: ({ chatId, turnId, answerId, call }: CallToInspect) =>
    request<InspectionView>(
      `${turn(chatId, turnId)}/inspection?answer=${encodeURIComponent(answerId)}${call === undefined ? '' : `&call=${call}`}`,
    ),
  aside: (id: string, asideId: string) =>
    request<AsideTextView>(`${chat(id)}/asides/${encodeURIComponent(asideId)}`),
  /** A text as the model was given it in one turn. */
  source: (id: string, turnId: string, path: string) =>
    request<SourceTextView>(`${turn(id, turnId)}/source?path=${encodeURIComponent(path)}`),
  forecast: (id: string, body: GuardedSend, signal: AbortSignal) =>
    request<ForecastView>(`${chat(id)}/forecast`, { method: 'POST', body, signal }),
  /** Forgetting happens with the next turn; until then it can be undone. */
  forget: (id: string, key: string, undo: boolean) =>
    request<ChatView>(`${chat(id)}/forget`, { method: 'POST', body: undo ? { key, undo } : { key } }),
  /** What the budget does with something kept, from the next turn on. */
  mark: (id: string, key: string, priority: 'essential' | 'normal' | 'optional') =>
    request<ChatView>(`${chat(id)}/mark`, { method: 'POST', body: { key, priority } }),
  /** The next turn begins in short; until then it can be undone. */
  compact: (id: string, body: { readonly modelId?: string; readonly undo?: true }) =>
    request<CompactionView>(`${chat(id)}/compact`, { method: 'POST', body }),
  /** A new chat, and the summary that its first message brings along. */
  continueInNew: (id: string, body: { readonly modelId?: string; readonly confirmed: true }) =>
    request<ContinuedChatView>(`${chat(id)}/continue`, { method: 'POST', body }),
} as const
