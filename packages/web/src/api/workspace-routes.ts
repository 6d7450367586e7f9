import type {
  FolderChoiceView,
  IndexView,
  McpListView,
  McpServerView,
  MemoryView,
  StatisticsView,
  TurnStatisticsView,
  WorkspaceListView,
  WorkspaceSettingsView,
  WorkspaceSummaryView,
  WorkspaceView,
} from '@varve/server/types'
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
import { request } from './request.ts'
import { apiRoot } from './page-key.ts'
import { workspaceApi } from './workspace-api.ts'

interface UsageWanted {
  /** Moments of ISO 8601: from this one on, and before that one. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Workspaces, and what is set in one. */
export const workspaceRoutes = {
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

function isGiven(entry: [name: string, value: string | undefined]): entry is [string, string] {
  return entry[1] !== undefined
}
