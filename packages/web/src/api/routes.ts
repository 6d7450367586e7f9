import type {
  DefinitionCheckView,
  DefinitionKind,
  DefinitionTextView,
  DefinitionView,
  FileContentView,
  FileDiffView,
  FileVersionView,
  FileView,
  FolderChoiceView,
  IndexView,
  InstructionView,
  KeyCheckView,
  KeyKeeping,
  McpListView,
  McpServerView,
  MemoryView,
  ModelView,
  ProviderView,
  SearchHitView,
  SearchView,
  StatisticsView,
  TagView,
  TurnStatisticsView,
  UploadView,
  WorkspaceListView,
  WorkspaceSettingsView,
  WorkspaceSummaryView,
  WorkspaceView,
  WrittenFileView,
} from '@varve/contract'
import { chatRoutes } from './chat-routes.ts'
import { turnRoutes } from './turn-routes.ts'
import { apiRoot } from './page-key.ts'
import { request } from './request.ts'
import { sendFile } from './send-file.ts'
import { uploadFile, type UploadWatch } from './upload-file.ts'
import { workspaceApi } from './workspace-api.ts'
import type {
  AreaChoices,
  AuditEntry,
  CustomRule,
  GuardPolicy,
  GuardRules,
  RuleTrial,
  ToolRule,
  ToolRules,
} from './guard-types.ts'

/** Workspaces, and what is set in one. */
const workspaceRoutes = {
  workspace: (patience?: number) =>
    request<WorkspaceView>(workspaceApi(), patience === undefined ? {} : { patience }),
  /** What its chats used and cost. */
  usage: ({ since, until }: UsageWanted) => {
    const query = new URLSearchParams(Object.entries({ since, until }).filter(isGiven))
    return request<TurnStatisticsView>(`${workspaceApi()}/statistics?${query}`)
  },
  workspaces: () => request<WorkspaceListView>(`${apiRoot()}/workspaces`),
  /** Makes a folder of this machine a workspace, or finds the one that shows it. */
  openWorkspace: (root: string) =>
    request<WorkspaceSummaryView>(`${apiRoot()}/workspaces`, { method: 'POST', body: { root } }),
  /** Makes a workspace whose files lie in the database. */
  createWorkspace: (name: string) =>
    request<WorkspaceSummaryView>(`${apiRoot()}/workspaces`, {
      method: 'POST',
      body: { kind: 'database', name },
    }),
  /** Out of the list only: its folder and its chats stay. */
  removeWorkspace: (id: string) =>
    request<unknown>(`${apiRoot()}/workspaces/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  /** The folders of one folder of this machine; of the home folder where none is named. */
  folders: (path: string | undefined) =>
    request<FolderChoiceView>(
      path === undefined ? `${apiRoot()}/folders` : `${apiRoot()}/folders?path=${encodeURIComponent(path)}`,
    ),
  changeWorkspace: (body: Partial<WorkspaceSettingsView>) =>
    request<WorkspaceSettingsView>(`${workspaceApi()}/settings`, { method: 'PATCH', body }),
  /** Whether search goes by meaning as well. What it takes is computed after the answer; the events tell of it. */
  setEmbeddings: (embeddings: 'off' | 'built-in') =>
    request<IndexView>(`${workspaceApi()}/index/embeddings`, { method: 'PUT', body: { embeddings } }),
  statistics: () => request<StatisticsView>(`${workspaceApi()}/index/statistics`),
  indexEvents: () => `${workspaceApi()}/index/events`,
  controlIndex: (action: 'pause' | 'resume' | 'refresh' | 'rebuild') =>
    request<IndexView>(`${workspaceApi()}/index`, { method: 'POST', body: { action } }),
  guard: () => request<GuardRules>(`${workspaceApi()}/guard`),
  changeGuard: (policy: GuardPolicy) =>
    request<GuardRules>(`${workspaceApi()}/guard`, { method: 'PUT', body: { policy } }),
  /** What a rule would find; nothing is kept. */
  tryRule: (rule: CustomRule, sample: string) =>
    request<RuleTrial>(`${workspaceApi()}/guard/try`, { method: 'POST', body: { rule, sample } }),
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
  memory: () => request<MemoryView>(`${workspaceApi()}/memory`),
  /** `hash` is that of what it replaces. */
  writeMemory: (content: string, hash: string | undefined) =>
    request<MemoryView>(`${workspaceApi()}/memory`, {
      method: 'PUT',
      body: { content, ...(hash === undefined ? {} : { hash }) },
    }),
} as const

interface Named {
  readonly kind: DefinitionKind
  readonly id: string
}

interface DefinitionToWrite extends Named {
  readonly content: string
  /** Of the file that it replaces; none where there is none of the workspace's own. */
  readonly contentHash: string | undefined
}

interface DefinitionToTrust extends Named {
  /** Of what was looked at. */
  readonly hash: string
  readonly trusted: boolean
}

const definition = (kind: DefinitionKind, id: string) =>
  `${workspaceApi()}/definitions/${kind}/${encodeURIComponent(id)}`

/** Agents, skills, templates and projects. */
const definitionRoutes = {
  definitions: () => request<readonly DefinitionView[]>(`${workspaceApi()}/definitions`),
  definition: (kind: DefinitionKind, id: string) => request<DefinitionTextView>(definition(kind, id)),
  writeDefinition: ({ kind, id, content, contentHash }: DefinitionToWrite) =>
    request<DefinitionTextView>(definition(kind, id), {
      method: 'PUT',
      body: { content, ...(contentHash === undefined ? {} : { contentHash }) },
    }),
  /** What would be wrong with this text; nothing is written. */
  checkDefinition: ({ kind, id, content }: Named & { readonly content: string }, signal: AbortSignal) =>
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
  trustDefinition: ({ kind, id, hash, trusted }: DefinitionToTrust) =>
    request<DefinitionTextView>(`${definition(kind, id)}/trust`, { method: 'POST', body: { hash, trusted } }),
  instructions: () => request<readonly InstructionView[]>(`${workspaceApi()}/instructions`),
  trustInstruction: ({ path, hash }: Pick<InstructionView, 'path' | 'hash'>, trusted: boolean) =>
    request<InstructionView>(`${workspaceApi()}/instructions/trust`, {
      method: 'POST',
      body: { path, hash, trusted },
    }),
} as const

const file = (call: string, path: string) =>
  `${workspaceApi()}/files/${call}?path=${encodeURIComponent(path)}`

/** The files of a workspace, and what is found in them. */
const fileRoutes = {
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
  /** Puts a file into the workspace, at its root; one of that name is not overwritten. */
  addFile: (body: File) =>
    sendFile<WrittenFileView>(
      'PUT',
      `${workspaceApi()}/files/content?expect=absent&path=${encodeURIComponent(body.name)}`,
      body,
    ),
} as const

const keyOf = (provider: string) => `${apiRoot()}/providers/${encodeURIComponent(provider)}/key`

/** Who can answer, and with which key. */
const modelRoutes = {
  models: () => request<readonly ModelView[]>(`${apiRoot()}/models`),
  /** Looks again for model servers on this machine. */
  refreshModels: () => request<unknown>(`${apiRoot()}/models/refresh`, { method: 'POST', body: {} }),
  providers: () => request<readonly ProviderView[]>(`${apiRoot()}/providers`),
  /** Asks the provider whether it knows a key, which is not kept. */
  checkKey: (provider: string, value: string) =>
    request<KeyCheckView>(`${keyOf(provider)}/check`, { method: 'POST', body: { key: value } }),
  /** The server keeps a key, sealed or in memory only, and gives none back. */
  keepKey: (provider: string, value: string, keep: KeyKeeping) =>
    request<unknown>(keyOf(provider), { method: 'PUT', body: { key: value, keep } }),
  removeKey: (provider: string) => request<unknown>(keyOf(provider), { method: 'DELETE' }),
} as const

export type { ChangeChatRequest as ChatChange, ChatsAmong } from '@varve/contract'
export type { CallToInspect, SaveHow } from './turn-routes.ts'

/** Every call of the API, by what it does. */
export const routes = {
  ...workspaceRoutes,
  ...fileRoutes,
  ...modelRoutes,
  ...definitionRoutes,
  ...chatRoutes,
  ...turnRoutes,
} as const

interface UsageWanted {
  /** Moments of ISO 8601: from this one on, and before that one. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

function isGiven(entry: [name: string, value: string | undefined]): entry is [string, string] {
  return entry[1] !== undefined
}
