import type {
  AppSettingsView,
  ChatView,
  DefinitionKind,
  DefinitionTextView,
  DefinitionView,
  IndexView,
  LocalModelsView,
  SourceView,
  TurnView,
} from '@varve/contract'
import {
  keepPreviousData,
  type QueryClient,
  skipToken,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { isAnswering, mergeTurn } from '../view-model/thread/turns.ts'
import { keys } from './keys.ts'
import { type CallToInspect, routes } from './routes.ts'

/** An open workspace is returned at once, unless the server hangs. */
const PATIENCE_MILLISECONDS = 3_000
const NEVER_STALE = Number.POSITIVE_INFINITY

/** The open workspace. Its query also shows how the server is doing. */
export function useWorkspace() {
  return useQuery({
    queryKey: keys.workspace,
    queryFn: ({ client, queryKey }) =>
      routes.workspace(client.getQueryData(queryKey) ? PATIENCE_MILLISECONDS : undefined),
  })
}

export function useWorkspaces(enabled: boolean) {
  return useQuery({ queryKey: keys.workspaces, queryFn: routes.workspaces, enabled })
}

/** The previous folder stays in view until the next one is loaded. */
export function useFolders(path: string | undefined) {
  return useQuery({
    queryKey: keys.folders(path),
    queryFn: () => routes.folders(path),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The latest state of the index; its event stream writes it here. */
export function useIndex(): IndexView | undefined {
  const { data } = useQuery<IndexView>({
    queryKey: keys.index,
    queryFn: skipToken,
    staleTime: NEVER_STALE,
    gcTime: NEVER_STALE,
  })
  const { data: workspace } = useWorkspace()
  return data ?? workspace?.index
}

export function useStatistics() {
  return useQuery({ queryKey: keys.statistics, queryFn: routes.statistics, staleTime: 0 })
}

export function useMemory() {
  return useQuery({ queryKey: keys.memory, queryFn: routes.memory, staleTime: 0 })
}

export function useInstructions() {
  return useQuery({ queryKey: keys.instructions, queryFn: routes.instructions, staleTime: 0 })
}

export function useFiles() {
  return useQuery({ queryKey: keys.files, queryFn: routes.files })
}

export function useTags(enabled: boolean) {
  return useQuery({ queryKey: keys.tags, queryFn: routes.tags, enabled })
}

/** Earlier versions of a file, newest first. */
export function useVersions(path: string) {
  return useQuery({ queryKey: keys.versions(path), queryFn: () => routes.versions(path), staleTime: 0 })
}

export function useFileDiff(path: string, from: string) {
  return useQuery({
    queryKey: [...keys.versions(path), from],
    queryFn: () => routes.fileDiff(path, from),
    staleTime: 0,
  })
}

/** Files change outside the page, so this always shows what is on disk now. */
export function useFileContent(path: string, enabled: boolean) {
  return useQuery({
    queryKey: keys.content(path),
    queryFn: () => routes.fileContent(path),
    enabled,
    staleTime: 0,
  })
}

export function useRelated(path: string, enabled: boolean) {
  return useQuery({ queryKey: keys.related(path), queryFn: () => routes.related(path), enabled })
}

export function useRecentFiles() {
  return useQuery({ queryKey: keys.recentFiles, queryFn: routes.recentFiles })
}

/** The previous results stay in view until the next ones are loaded. */
export function useSearch(text: string, limit: number) {
  return useQuery({
    queryKey: [...keys.search, text, limit],
    queryFn: ({ signal }) => routes.search(text, limit, signal),
    placeholderData: keepPreviousData,
    enabled: text !== '',
  })
}

/** Reloads everything that lists or searches files, after the index has read more. */
export async function renewFiles(client: QueryClient): Promise<void> {
  await renew(client, [
    keys.files,
    keys.workspace,
    keys.search,
    keys.recentFiles,
    keys.tags,
    keys.definitions,
    ['related'],
    ['content'],
  ])
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

/**
 * Shows a definition as it was just written or trusted, in the list too: the user may call it at once. Responses still
 * on their way may be older, so they are dropped.
 */
export async function showDefinition(client: QueryClient, now: DefinitionTextView): Promise<void> {
  const { content: _, body: _body, ...listed } = now
  const isThis = (one: DefinitionView) => one.kind === now.kind && one.id === now.id
  await client.cancelQueries({ queryKey: keys.definitions })
  client.setQueryData(keys.definition(now.kind, now.id), now)
  client.setQueryData<readonly DefinitionView[]>(keys.definitions, (list) => {
    if (!list) return list
    return list.some(isThis) ? list.map((one) => (isThis(one) ? listed : one)) : [...list, listed]
  })
  void client.invalidateQueries({ queryKey: keys.definitions })
}

export function useToolRules() {
  return useQuery({ queryKey: keys.toolRules, queryFn: routes.toolRules, staleTime: 0 })
}

/** Polls while a server is starting. */
export function useMcp() {
  return useQuery({
    queryKey: keys.mcp,
    queryFn: routes.mcp,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      // Who signs in comes back to Varve, not to this page.
      data?.servers.some(({ state }) => state === 'connecting' || state === 'sign-in') ? 1000 : false,
  })
}

/** Areas and jurisdictions to choose from. */
export function useAreas(enabled: boolean) {
  return useQuery({ queryKey: keys.areas, queryFn: routes.areas, enabled, staleTime: 60_000 })
}

export function useGuard() {
  return useQuery({ queryKey: keys.guard, queryFn: routes.guard, staleTime: 0 })
}

export function useAudit() {
  return useQuery({ queryKey: keys.audit, queryFn: routes.audit, staleTime: 0 })
}

export function useModels() {
  return useQuery({ queryKey: keys.models, queryFn: routes.models, staleTime: NEVER_STALE })
}

/** Models whose price nobody has told: what they cost counts as nothing, and is not free. */
export function useUnpricedModels(): ReadonlySet<string> {
  const { data = [] } = useModels()
  return useMemo(
    () => new Set(data.flatMap(({ id, unknown }) => (unknown?.includes('price') ? [id] : []))),
    [data],
  )
}

const LOOK_MILLISECONDS = 500

/**
 * Models of one's own. Asked again while something is on its way; a part that only `watches` begins no such thing. What
 * is installed decides which models there are.
 */
export function useLocalModels({ watches = false } = {}) {
  return useQuery({
    queryKey: keys.localModels,
    queryFn: async ({ client, queryKey }) => {
      const before = client.getQueryData<LocalModelsView>(queryKey)
      const now = await routes.localModels()
      if (before && installedIds(before) !== installedIds(now)) void renewModels(client)
      return now
    },
    staleTime: 0,
    enabled: ({ state: { data } }) => !watches || isUnderWay(data),
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? LOOK_MILLISECONDS : false),
  })
}

function installedIds({ installed }: LocalModelsView): string {
  return installed.map(({ id }) => id).join(' ')
}

function isUnderWay(models: LocalModelsView | undefined): boolean {
  if (!models) return false
  const { downloads, runtime } = models
  return (
    runtime.state === 'installing' ||
    downloads.some(({ state }) => state === 'waiting' || state === 'running' || state === 'checking')
  )
}

export function useAppSettings() {
  return useQuery({ queryKey: keys.appSettings, queryFn: routes.appSettings })
}

/** Changes settings of Varve as a whole; shown at once, and taken back where the server refuses. */
export function useChangeAppSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: routes.changeAppSettings,
    onMutate: (patch) => {
      const before = client.getQueryData<AppSettingsView>(keys.appSettings)
      const next = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null)
      client.setQueryData(keys.appSettings, Object.fromEntries(next))
      return before
    },
    onSuccess: (settings, patch) => {
      client.setQueryData(keys.appSettings, settings)
      if ('webSearch' in patch) void renew(client, [keys.workspace, keys.forecast])
    },
    onError: (_error, _patch, before) => client.setQueryData(keys.appSettings, before),
  })
}

export function useProviders() {
  return useQuery({ queryKey: keys.providers, queryFn: routes.providers, staleTime: NEVER_STALE })
}

/** Reloads what depends on keys and model servers, after either changed. */
export async function renewModels(client: QueryClient): Promise<void> {
  await renew(client, [keys.models, keys.providers, keys.forecast])
}

export function useChat(id: string | undefined) {
  return useQuery({
    queryKey: keys.chat(id ?? ''),
    queryFn: () => routes.chat(id ?? ''),
    enabled: id !== undefined,
  })
}

/** Reloads a chat that another tab or an editor may have changed. */
export async function renewChat(client: QueryClient, id: string): Promise<void> {
  await renew(client, [keys.chat(id), keys.chats, [...keys.forecast, id]])
}

/**
 * Fetches the chat as of now. A response already on its way may be older and would reach every waiting
 * caller: it is dropped, and its callers get this one.
 */
export function fetchChatAnew(client: QueryClient, id: string): Promise<ChatView> {
  const queryKey = keys.chat(id)
  void client.cancelQueries({ queryKey }, { silent: true })
  return client.fetchQuery({ queryKey, queryFn: () => routes.chat(id), staleTime: 0 })
}

/** Puts one finished turn into the chat on screen, without waiting for the server to send all of it again. */
export function putTurn(client: QueryClient, chatId: string, turn: TurnView): void {
  client.setQueryData<ChatView>(keys.chat(chatId), (chat) => {
    if (!chat) return chat
    const turns = chat.turns.map((old) => (old.id === turn.id ? mergeTurn(old, turn) : old))
    return { ...chat, answering: turns.some(isAnswering), turns }
  })
}

/** Turns by their place in the branch on show, counted from 1. */
type TurnMap = ReadonlyMap<number, TurnView>

interface Turns {
  /** How many the branch has. */
  readonly count: number
  /** Undefined where it is not loaded. */
  readonly turnAt: (number: number) => TurnView | undefined
  /** The loaded ones up to the last, without a gap. */
  readonly turns: readonly TurnView[]
  /** How many come before those. */
  readonly earlier: number
  /** Loads what is missing of a stretch, both ends included. */
  readonly load: (first: number, last: number) => Promise<void>
  /** Loads a page of the earlier ones; `beforeShown` is called right before they appear. */
  readonly loadEarlier: (beforeShown: () => void) => Promise<void>
}

/** As many turns come with a page of them. */
const PAGE = 50
const NO_TURNS: readonly TurnView[] = []
const NO_TURN_MAP: TurnMap = new Map()

/** The turns of a chat: the latest, and those of places that the user went to. */
export function useTurns(chat: ChatView | undefined): Turns {
  const client = useQueryClient()
  const id = chat?.id
  const latest = chat?.turns ?? NO_TURNS
  const { data: known = NO_TURN_MAP } = useQuery<TurnMap>({
    queryKey: keys.earlierTurns(id ?? ''),
    queryFn: skipToken,
    staleTime: NEVER_STALE,
  })
  const joined = useMemo(() => joinTurns(known, latest), [known, latest])
  // Kept for when the latest are others: one turn in both tells that it is the same branch.
  useEffect(() => {
    if (id !== undefined && latest.length > 0)
      client.setQueryData<TurnMap>(keys.earlierTurns(id), (now = NO_TURN_MAP) => joinTurns(now, latest))
  }, [client, id, latest])
  return useMemo(() => {
    const count = latest.at(-1)?.number ?? 0
    let first = latest[0]?.number ?? 1
    while (joined.has(first - 1)) first -= 1
    const turns = Array.from({ length: count - first + 1 }, (_, at) => joined.get(first + at)).filter(
      (turn) => turn !== undefined,
    )
    const load = async (from: number, to: number, beforeShown?: () => void) => {
      const missing = new Set<number>()
      for (let number = Math.max(1, from); number <= Math.min(to, count); number += 1)
        if (!joined.has(number)) missing.add(Math.ceil(number / PAGE) * PAGE + 1)
      if (id === undefined || missing.size === 0) return
      const branch = latest[0]
      const pages = await Promise.all(
        [...missing].map((before) =>
          client.fetchQuery({
            queryKey: [...keys.earlierTurns(id), branch?.id, before],
            queryFn: () => routes.earlierTurns(id, before),
            staleTime: 0,
          }),
        ),
      )
      beforeShown?.()
      client.setQueryData<TurnMap>(keys.earlierTurns(id), (now = NO_TURN_MAP) => {
        // Another branch may be on show by now.
        if (branch && now.get(branch.number)?.id !== branch.id) return now
        return new Map([
          ...pages.flatMap((page) => page.turns.map((turn) => [turn.number, turn] as const)),
          ...now,
        ])
      })
    }
    return {
      count,
      turnAt: (number) => joined.get(number),
      turns,
      earlier: first - 1,
      load,
      loadEarlier: (beforeShown) => load(first - PAGE, first - 1, beforeShown),
    }
  }, [client, id, joined, latest])
}

/**
 * The latest turns with the loaded ones before them. The turns before a turn never change, so one that both have tells
 * that they are of one branch; where they have none in common, nothing is joined.
 */
export function joinTurns(known: TurnMap, latest: readonly TurnView[]): TurnMap {
  const [first] = latest
  const common = latest.find(({ number }) => known.has(number))
  const isSame = common !== undefined && known.get(common.number)?.id === common.id
  const before = isSame && first ? [...known].filter(([number]) => number < first.number) : []
  return new Map([...before, ...latest.map((turn) => [turn.number, turn] as const)])
}

/** The messages of a chat to go to: all of them, or those with words in them. */
export function useQuestions(chatId: string | undefined, find: string, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.chat(chatId ?? ''), 'questions', find],
    queryFn: ({ signal }) => routes.questions(chatId ?? '', find, signal),
    placeholderData: keepPreviousData,
    enabled: enabled && chatId !== undefined,
  })
}

/** The reasoning of a model before its answer. Only the stream brings it, so it lives as long as the page. */
export function useReasoning(answerId: string): string {
  const { data } = useQuery<string>({
    queryKey: keys.reasoning(answerId),
    queryFn: skipToken,
    staleTime: NEVER_STALE,
    gcTime: NEVER_STALE,
  })
  return data ?? ''
}

export interface AnswerToInspect extends Omit<CallToInspect, 'call'> {
  readonly isRunning: boolean
}

/**
 * The request behind an answer. It no longer changes once the answer has ended, so it is fetched once more then; before
 * that, tools and summaries may still change it and add calls.
 */
export function useInspection({ chatId, turnId, answerId, isRunning }: AnswerToInspect, call?: number) {
  return useQuery({
    queryKey: [...keys.inspection(chatId, answerId), isRunning ? 'running' : 'ended', call ?? 'last'],
    queryFn: () => routes.inspection({ chatId, turnId, answerId, call }),
    placeholderData: keepPreviousData,
    staleTime: isRunning ? 0 : NEVER_STALE,
  })
}

/** How the calls of an answer went. Side calls may follow long after it, so this is never fresh. */
export function useTrace({ chatId, turnId, answerId, isRunning }: AnswerToInspect) {
  return useQuery({
    queryKey: [...keys.inspection(chatId, answerId), 'trace', isRunning ? 'running' : 'ended'],
    queryFn: () => routes.trace(chatId, turnId, answerId),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The response to one call that has ended. */
export function useReceived({ chatId, turnId, answerId, call = 1 }: CallToInspect) {
  return useQuery({
    queryKey: [...keys.inspection(chatId, answerId), 'received', call],
    queryFn: () => routes.received({ chatId, turnId, answerId, call }),
    staleTime: NEVER_STALE,
  })
}

/** The request and response of a side call. */
export function useSideCall(chatId: string, id: string) {
  return useQuery({
    queryKey: [...keys.inspections(chatId), 'side-call', id],
    queryFn: () => routes.sideCall(chatId, id),
    staleTime: NEVER_STALE,
  })
}

/** A text as it was sent. It never changes, but whether the file still has it may. */
export function useSourceText(id: string | undefined, turnId: string | undefined, path: string) {
  return useQuery({
    queryKey: keys.source(id ?? '', turnId ?? '', path),
    queryFn: () => routes.source(id ?? '', turnId ?? '', path),
    enabled: id !== undefined && turnId !== undefined,
    staleTime: 0,
  })
}

interface SourceText {
  readonly source: SourceView
  readonly text: string
}

/** The texts of several sources as a turn was given them; the same list until another one arrives. */
export function useSourceTexts(
  id: string | undefined,
  turnId: string,
  sources: readonly SourceView[],
): readonly SourceText[] {
  return useQueries({
    queries: sources.map((source) => ({
      queryKey: keys.source(id ?? '', turnId, source.path),
      queryFn: () => routes.source(id ?? '', turnId, source.path),
      enabled: id !== undefined,
      staleTime: NEVER_STALE,
      retry: false,
    })),
    combine: (results) =>
      results.flatMap(({ data }, at) => {
        const source = sources[at]
        return data && source ? [{ source, text: data.content }] : []
      }),
  })
}

async function renew(client: QueryClient, queryKeys: readonly (readonly unknown[])[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
