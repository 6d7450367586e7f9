import type { ChatView, DefinitionKind, IndexView, TurnView } from '@varve/server/types'
import { keepPreviousData, type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import { isAnswering, mergeTurn } from '../view-model/thread/merge-turn.ts'
import { type CallToInspect, routes } from './routes.ts'

/** The names under which answers of the server are kept in the page. */
export const keys = {
  workspace: ['workspace'],
  files: ['files'],
  models: ['models'],
  providers: ['providers'],
  chats: ['chats'],
  chat: (id: string) => ['chat', id],
  earlierTurns: (id: string) => ['earlier-turns', id],
  /** Of an answer: every call of it. */
  inspection: (id: string, answerId: string) => ['inspection', id, answerId],
  /** Of a chat. */
  inspections: (id: string) => ['inspection', id],
  source: (id: string, turnId: string, path: string) => ['source', id, turnId, path],
  memory: ['memory'],
  versions: (path: string) => ['versions', path],
  definitions: ['definitions'],
  definition: (kind: string, id: string) => ['definitions', kind, id],
  mcp: ['mcp'],
  areas: ['areas'],
  guard: ['guard'],
  audit: ['audit'],
  toolRules: ['tool-rules'],
  workspaces: ['workspaces'],
  folders: (path: string | undefined) => ['folders', path],
  index: ['index'],
  search: ['search'],
  /** Settings of a chat that are being saved. */
  changeSettings: ['change-settings'],
  related: (path: string) => ['related', path],
  recentFiles: ['recent-files'],
  tags: ['tags'],
  statistics: ['statistics'],
  content: (path: string) => ['content', path],
  forecast: ['forecast'],
  reasoning: (answerId: string) => ['reasoning', answerId],
} as const

export function useWorkspace() {
  return useQuery({ queryKey: keys.workspace, queryFn: routes.workspace })
}

export function useFiles() {
  return useQuery({ queryKey: keys.files, queryFn: routes.files })
}

export function useTags(enabled: boolean) {
  return useQuery({ queryKey: keys.tags, queryFn: routes.tags, enabled })
}

/** Agents, skills, templates and projects. Their files change outside the page too. */
export function useDefinitions(enabled = true) {
  return useQuery({ queryKey: keys.definitions, queryFn: routes.definitions, enabled, staleTime: 5_000 })
}

export function useDefinition(kind: DefinitionKind, id: string) {
  return useQuery({
    queryKey: keys.definition(kind, id),
    queryFn: () => routes.definition(kind, id),
    staleTime: 0,
  })
}

/** What a file was before, newest first. */
export function useVersions(path: string) {
  return useQuery({ queryKey: keys.versions(path), queryFn: () => routes.versions(path), staleTime: 0 })
}

/** What has changed in a file since one of its versions. */
export function useFileDiff(path: string, from: string) {
  return useQuery({
    queryKey: [...keys.versions(path), from],
    queryFn: () => routes.fileDiff(path, from),
    staleTime: 0,
  })
}

export function useStatistics() {
  return useQuery({ queryKey: keys.statistics, queryFn: routes.statistics, staleTime: 0 })
}

export function useModels() {
  return useQuery({ queryKey: keys.models, queryFn: routes.models, staleTime: Number.POSITIVE_INFINITY })
}

export function useProviders() {
  return useQuery({
    queryKey: keys.providers,
    queryFn: routes.providers,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** After a key was given or taken, or servers were looked for: what can be asked now, and for how much. */
export async function renewModels(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.models }),
    client.invalidateQueries({ queryKey: keys.providers }),
    client.invalidateQueries({ queryKey: keys.forecast }),
  ])
}

/** What another tab or an editor may have changed about a chat. */
export async function renewChat(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.chat(id) }),
    client.invalidateQueries({ queryKey: keys.chats }),
    client.invalidateQueries({ queryKey: [...keys.forecast, id] }),
  ])
}

/**
 * The chat as it is from now on. A call that was on its way before may bring what it was before,
 * and would be given to everyone who asks meanwhile: it is dropped, and who waited for it gets this one.
 */
export function fetchChatAnew(client: QueryClient, id: string): Promise<ChatView> {
  const queryKey = keys.chat(id)
  void client.cancelQueries({ queryKey }, { silent: true })
  return client.fetchQuery({ queryKey, queryFn: () => routes.chat(id), staleTime: 0 })
}

/** What a model thought before it answered. Only the stream brings it, so only who watched has it. */
export function useReasoning(answerId: string): string {
  const { data } = useQuery<string>({
    queryKey: keys.reasoning(answerId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data ?? ''
}

export function useChat(id: string | undefined) {
  return useQuery({
    queryKey: keys.chat(id ?? ''),
    queryFn: () => routes.chat(id ?? ''),
    enabled: id !== undefined,
  })
}

/**
 * What a model was given for an answer no longer changes once the answer has ended: it is asked for once then. Before,
 * what was planned may still give way to what is sent after something was looked up or summed up, and calls are added.
 */
export function useInspection({ chatId, turnId, answerId, isRunning, call }: InspectionToShow) {
  return useQuery({
    queryKey: [...keys.inspection(chatId, answerId), isRunning ? 'running' : 'ended', call ?? 'last'],
    queryFn: () => routes.inspection({ chatId, turnId, answerId, call }),
    placeholderData: keepPreviousData,
    staleTime: isRunning ? 0 : Number.POSITIVE_INFINITY,
  })
}

export interface InspectionToShow extends CallToInspect {
  readonly isRunning: boolean
}

/** What was said in a call beside the answers. */
export function useAside(chatId: string, asideId: string) {
  return useQuery({
    queryKey: [...keys.inspections(chatId), 'aside', asideId],
    queryFn: () => routes.aside(chatId, asideId),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Files change outside the page: what is shown is what is on disk now. */
export function useFileContent(path: string, enabled: boolean) {
  return useQuery({
    queryKey: keys.content(path),
    queryFn: () => routes.fileContent(path),
    enabled,
    staleTime: 0,
  })
}

/** The text never changes, but whether the file still agrees with it may. */
export function useSourceText(id: string | undefined, turnId: string | undefined, path: string) {
  return useQuery({
    queryKey: keys.source(id ?? '', turnId ?? '', path),
    queryFn: () => routes.source(id ?? '', turnId ?? '', path),
    enabled: id !== undefined && turnId !== undefined,
    staleTime: 0,
  })
}

/** Puts one finished turn into the chat that is on screen, without waiting for the server to send it all again. */
export function putTurn(client: QueryClient, chatId: string, turn: TurnView): void {
  client.setQueryData<ChatView>(keys.chat(chatId), (chat) => {
    if (!chat) return chat
    const turns = chat.turns.map((old) => (old.id === turn.id ? mergeTurn(old, turn) : old))
    return { ...chat, answering: turns.some(isAnswering), turns }
  })
}

/** What a chat can be about; asked for once something needs it. */
export function useAreas(enabled: boolean) {
  return useQuery({
    queryKey: keys.areas,
    queryFn: routes.areas,
    enabled,
    staleTime: 60_000,
  })
}

export function useGuard() {
  return useQuery({ queryKey: keys.guard, queryFn: routes.guard, staleTime: 0 })
}

export function useAudit(enabled: boolean) {
  return useQuery({ queryKey: keys.audit, queryFn: routes.audit, enabled, staleTime: 0 })
}

export function useToolRules() {
  return useQuery({ queryKey: keys.toolRules, queryFn: routes.toolRules, staleTime: 0 })
}

/** Asked again while a server is starting. */
export function useMcp() {
  return useQuery({
    queryKey: keys.mcp,
    queryFn: routes.mcp,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.servers.some(({ state }) => state === 'connecting') ? 1000 : false,
  })
}

export function useMemory() {
  return useQuery({ queryKey: keys.memory, queryFn: routes.memory, staleTime: 0 })
}

export function useWorkspaces(enabled: boolean) {
  return useQuery({ queryKey: keys.workspaces, queryFn: routes.workspaces, enabled })
}

/** What was listed before stays in view until the next folder is there. */
export function useFolders(path: string | undefined) {
  return useQuery({
    queryKey: keys.folders(path),
    queryFn: () => routes.folders(path),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function useRelated(path: string, enabled: boolean) {
  return useQuery({ queryKey: keys.related(path), queryFn: () => routes.related(path), enabled })
}

export function useRecentFiles() {
  return useQuery({ queryKey: keys.recentFiles, queryFn: routes.recentFiles })
}

/** Answers to the last words stay in view until those to the next are there. */
export function useSearch(text: string, limit: number) {
  return useQuery({
    queryKey: [...keys.search, text, limit],
    queryFn: ({ signal }) => routes.search(text, limit, signal),
    placeholderData: keepPreviousData,
    enabled: text !== '',
  })
}

/** What the index said last; the stream of its events puts it here. */
export function useIndex(): IndexView | undefined {
  const { data } = useQuery<IndexView>({
    queryKey: keys.index,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const { data: workspace } = useWorkspace()
  return data ?? workspace?.index
}

/** The index has read more: what lists files or searches them may be asked again. */
export async function renewFiles(client: QueryClient): Promise<void> {
  await Promise.all(
    [
      keys.files,
      keys.workspace,
      keys.search,
      keys.recentFiles,
      keys.tags,
      keys.definitions,
      ['related'],
      ['content'],
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  )
}
