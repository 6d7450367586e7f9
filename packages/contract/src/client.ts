import type { ApiKeyView, CreateApiKeyRequest, NewApiKeyView } from './api-keys.ts'
import type { AskEvent } from './ask.ts'
import type {
  ChatSearchView,
  ChatSummaryView,
  ChatView,
  CompactionView,
  ForecastView,
  ImportReportView,
  ReindexReport,
} from './chats.ts'
import type { AppErrorCode, OverBudgetView, ProblemView, ServerErrorCode } from './errors.ts'
import type { GuardView } from './guard.ts'
import type { DeletedTraceView, InspectionView } from './inspection.ts'
import type {
  GetModelRequest,
  InstalledModelView,
  LocalModelsView,
  ModelDownloadView,
} from './local-models.ts'
import type { ModelView, ProviderView } from './models.ts'
import type { AddModelRequest, AskRequest, ChangeChatRequest, SendRequest } from './requests.ts'
import type { FileChangeRecord, ToolRulesView } from './agent.ts'
import type {
  DefinitionView,
  InstructionView,
  McpListView,
  McpServerView,
  McpSignInView,
  MemoryView,
} from './rules.ts'
import type { ExportForm } from './tables/export-formats.ts'
import type { ComparisonForecastView, TurnPage, TurnView } from './turns.ts'
import type { LocalModelSettingsPatch, LocalModelSettingsView, WorkspaceSettingsView } from './settings.ts'
import type {
  FileDiffView,
  FileVersionView,
  FileView,
  SignInLinkView,
  TrashedFileView,
  WorkspaceListView,
  WorkspaceSummaryView,
  WorkspaceView,
  WrittenFileView,
} from './workspaces.ts'

export interface ClientOptions {
  /** `http://127.0.0.1:4747`, without the `/api`; it may have a path. */
  readonly address: string
  /** An API key, or the key of a running Varve. */
  readonly key: string
  readonly fetch?: typeof fetch
}

/** Why the API refused, with all that it says of it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: AppErrorCode | ServerErrorCode | 'unreachable'
  readonly status: number | undefined
  readonly details: OverBudgetView | undefined
  readonly guard: ProblemView['guard']
  readonly passages: ProblemView['passages']

  constructor({ code, detail, status, ...more }: Refusal, options?: ErrorOptions) {
    super(detail, options)
    this.code = code as ApiError['code']
    this.status = status
    this.details = more.overBudget
    this.guard = more.guard
    this.passages = more.passages
  }
}

type Refusal = Pick<ProblemView, 'code' | 'detail' | 'guard' | 'overBudget' | 'passages'> & {
  readonly status?: number
}

type Client = ReturnType<typeof createClient>
export type { Client as ApiClient }

interface InWorkspace {
  readonly workspaceId: string
}

interface InChat extends InWorkspace {
  readonly chatId: string
}

interface OfFile extends InWorkspace {
  readonly path: string
}

/** The hash of what was looked at, or `absent`. */
interface Expecting {
  readonly expect?: string | undefined
}

interface McpEntryInput {
  readonly name: string
  /** As in the file of the workspace. */
  readonly entry: Readonly<Record<string, unknown>>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** What a path names is taken out of the input; the rest is the body, or the query of what has none. */
type Route = `${Method} /${string}`

interface Watched {
  /** Leaving stops the answers. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The HTTP API as functions by the names of the actions that it calls: each takes one object, of which the address takes
 * what it names. A refusal is an `ApiError`.
 */
export function createClient(options: ClientOptions) {
  const send = sender(options)
  // oxlint-disable typescript/no-unnecessary-type-parameters -- each line of the table says what it takes
  const json =
    <Input extends object | void, Output>(route: Route) =>
    async (input: Input): Promise<Output> =>
      (await send(route, { ...input })).json() as Promise<Output>
  const done =
    <Input extends object>(route: Route) =>
    async (input: Input): Promise<void> => {
      await send(route, { ...input })
    }
  const lines = <Input extends object>(route: Route) =>
    async function* (input: Input & Watched): AsyncGenerator<AskEvent> {
      const { signal, ...body } = input
      const response = await send(route, body, signal ? { signal } : {})
      for await (const line of linesOf(response)) yield JSON.parse(line) as AskEvent
    }
  // oxlint-enable typescript/no-unnecessary-type-parameters
  const chat = '/workspaces/:workspaceId/chats/:chatId' as const
  const workspace = '/workspaces/:workspaceId' as const
  return {
    // Workspaces, and what holds in them.
    listWorkspaces: json<void, WorkspaceListView>('GET /workspaces'),
    showWorkspace: json<InWorkspace, WorkspaceView>(`GET ${workspace}`),
    openWorkspace: json<{ readonly root: string; readonly name?: string | undefined }, WorkspaceSummaryView>(
      'POST /workspaces',
    ),
    createWorkspace: ({ name }: { readonly name: string }) =>
      json<object, WorkspaceSummaryView>('POST /workspaces')({ kind: 'database', name }),
    removeWorkspace: done<InWorkspace>(`DELETE ${workspace}`),
    readWorkspaceSettings: async (input: InWorkspace) =>
      (await json<InWorkspace, WorkspaceView>(`GET ${workspace}`)(input)).settings,
    setWorkspaceSettings: ({ workspaceId, settings }: InWorkspace & { readonly settings: object }) =>
      json<object, WorkspaceSettingsView>(`PATCH ${workspace}/settings`)({ workspaceId, ...settings }),
    readGuard: json<InWorkspace, GuardView>(`GET ${workspace}/guard`),
    setGuard: json<InWorkspace & { readonly policy: unknown }, GuardView>(`PUT ${workspace}/guard`),
    readToolRules: json<InWorkspace, ToolRulesView>(`GET ${workspace}/tool-rules`),
    setToolRules: json<InWorkspace & { readonly rules: unknown }, ToolRulesView>(
      `PUT ${workspace}/tool-rules`,
    ),
    readMemory: json<InWorkspace, MemoryView>(`GET ${workspace}/memory`),
    writeMemory: json<
      InWorkspace & {
        readonly content?: string | undefined
        readonly add?: string | undefined
        readonly hash?: string | undefined
      },
      MemoryView
    >(`PUT ${workspace}/memory`),
    listDefinitions: json<
      InWorkspace & { readonly kind?: DefinitionView['kind'] | undefined },
      readonly DefinitionView[]
    >(`GET ${workspace}/definitions`),
    listInstructions: json<InWorkspace, readonly InstructionView[]>(`GET ${workspace}/instructions`),
    trustInstruction: json<
      OfFile & { readonly hash?: string | undefined; readonly trusted?: boolean | undefined },
      InstructionView
    >(`POST ${workspace}/instructions/trust`),
    listMcpServers: json<InWorkspace, McpListView>(`GET ${workspace}/mcp`),
    trustMcpServer: json<
      InWorkspace & {
        readonly name: string
        readonly hash: string
        readonly trusted?: boolean | undefined
      },
      McpServerView
    >(`POST ${workspace}/mcp/:name/trust`),
    reconnectMcpServer: json<InWorkspace & { readonly name: string }, McpServerView>(
      `POST ${workspace}/mcp/:name/reconnect`,
    ),
    signInToMcpServer: json<InWorkspace & { readonly name: string }, McpSignInView>(
      `POST ${workspace}/mcp/:name/sign-in`,
    ),
    tryMcpServer: json<InWorkspace & McpEntryInput, McpServerView>(`POST ${workspace}/mcp/:name/try`),
    /** `null` removes it. */
    writeMcpServer: ({
      entry,
      ...input
    }: InWorkspace & { readonly name: string; readonly entry: McpEntryInput['entry'] | null }) =>
      entry === null
        ? json<typeof input, McpListView>(`DELETE ${workspace}/mcp/:name`)(input)
        : json<InWorkspace & McpEntryInput, McpListView>(`PUT ${workspace}/mcp/:name`)({ ...input, entry }),
    // Files.
    listFiles: json<InWorkspace, readonly FileView[]>(`GET ${workspace}/files`),
    downloadFile: async (input: OfFile) =>
      new Uint8Array(await (await send(`GET ${workspace}/files/download`, { ...input })).arrayBuffer()),
    writeFile: async ({ bytes, ...input }: OfFile & Expecting & { readonly bytes: Uint8Array }) =>
      (await send(`PUT ${workspace}/files/content`, input, { bytes })).json() as Promise<WrittenFileView>,
    moveFile: json<OfFile & Expecting & { readonly to: string }, WrittenFileView>(
      `POST ${workspace}/files/move`,
    ),
    removeFile: json<OfFile & Expecting, TrashedFileView>(`DELETE ${workspace}/files/content`),
    listVersions: json<OfFile, readonly FileVersionView[]>(`GET ${workspace}/files/versions`),
    diffFile: json<
      OfFile & { readonly from?: string | undefined; readonly to?: string | undefined },
      FileDiffView
    >(`GET ${workspace}/files/diff`),
    listTrash: json<InWorkspace, readonly TrashedFileView[]>(`GET ${workspace}/files/trash`),
    restoreFile: json<
      InWorkspace & { readonly id: string; readonly as?: string | undefined },
      WrittenFileView
    >(`POST ${workspace}/files/restore`),
    // Models, keys of providers, and keys of programs.
    listModels: json<void, readonly ModelView[]>('GET /models'),
    addModel: json<AddModelRequest, ModelView>('POST /models'),
    removeModel: done<{ readonly modelId: string }>('DELETE /models/:modelId'),
    showLocalModels: json<void, LocalModelsView>('GET /local-models'),
    getLocalModel: json<GetModelRequest, ModelDownloadView>('POST /local-models/downloads'),
    pauseDownload: json<{ readonly id: string }, ModelDownloadView>('POST /local-models/downloads/:id/pause'),
    cancelDownload: done<{ readonly id: string }>('DELETE /local-models/downloads/:id'),
    openLocalModel: json<{ readonly path: string }, InstalledModelView>('POST /local-models/files'),
    removeLocalModel: done<{ readonly id: string }>('DELETE /local-models/:id'),
    setLocalModelSettings: json<LocalModelSettingsPatch, LocalModelSettingsView>(
      'PATCH /local-models/settings',
    ),
    installModelRuntime: json<void, LocalModelsView['runtime']>('POST /local-models/runtime'),
    listProviders: json<void, readonly ProviderView[]>('GET /providers'),
    setProviderKey: json<
      { readonly providerId: string; readonly key: string; readonly keep?: 'sealed' | 'memory' },
      ProviderView
    >('PUT /providers/:providerId/key'),
    forgetProviderKey: json<{ readonly providerId: string }, ProviderView>(
      'DELETE /providers/:providerId/key',
    ),
    listApiKeys: json<void, readonly ApiKeyView[]>('GET /api-keys'),
    signInLink: json<object, SignInLinkView>('POST /sign-in-links'),
    createApiKey: json<CreateApiKeyRequest, NewApiKeyView>('POST /api-keys'),
    revokeApiKey: json<{ readonly id: string }, ApiKeyView>('DELETE /api-keys/:id'),
    // Chats.
    listChats: json<
      InWorkspace & {
        readonly among?: 'current' | 'archived' | 'trashed' | undefined
        readonly limit?: number | undefined
        readonly after?: number | undefined
      },
      readonly ChatSummaryView[]
    >(`GET ${workspace}/chats`),
    searchChats: ({ text, modelId, from, until, ...wanted }: SearchedChats) =>
      json<object, ChatSearchView>(`GET ${workspace}/chats/search`)({
        ...wanted,
        q: text === '' ? undefined : text,
        model: modelId,
        from: from === undefined ? undefined : new Date(from).toISOString(),
        until: until === undefined ? undefined : new Date(until).toISOString(),
      }),
    openChat: json<InChat, ChatView>(`GET ${chat}`),
    listTurns: json<InChat & { readonly before?: number | undefined }, TurnPage>(`GET ${chat}/turns`),
    arrangeChat: json<InChat & ChangeChatRequest, ChatSummaryView>(`PATCH ${chat}`),
    setChatSettings: ({ settings, ...place }: InChat & { readonly settings: object }) =>
      json<object, ChatView['settings']>(`PATCH ${chat}/settings`)({ ...place, ...settings }),
    deleteChat: done<InChat>(`DELETE ${chat}`),
    restoreChat: json<InChat, ChatSummaryView>(`POST ${chat}/restore`),
    eraseChat: done<InChat>(`POST ${chat}/erase`),
    forkChat: json<
      InChat & { readonly turnId: string; readonly answerId?: string | undefined },
      ChatSummaryView
    >(`POST ${chat}/fork`),
    compactChat: json<
      InChat & { readonly modelId?: string | undefined; readonly undo?: boolean | undefined },
      CompactionView
    >(`POST ${chat}/compact`),
    forgetArtifact: json<InChat & { readonly key: string; readonly undo?: boolean | undefined }, ChatView>(
      `POST ${chat}/forget`,
    ),
    markArtifact: json<
      InChat & { readonly key: string; readonly priority: 'essential' | 'normal' | 'optional' },
      ChatView
    >(`POST ${chat}/mark`),
    showBranch: json<InChat & { readonly turnId: string }, ChatView>(`POST ${chat}/turns/:turnId/show`),
    chooseAnswer: json<InChat & { readonly answerId: string }, ChatView>(
      `POST ${chat}/answers/:answerId/choose`,
    ),
    undoCall: json<
      InChat & { readonly answerId: string; readonly callId: string },
      { readonly undone: readonly FileChangeRecord[] }
    >(`POST ${chat}/answers/:answerId/undo`),
    importChats: async ({
      bytes,
      ...input
    }: InWorkspace & { readonly name: string; readonly bytes: Uint8Array }) =>
      (await send(`POST ${workspace}/chats/import`, input, { bytes })).json() as Promise<ImportReportView>,
    exportChat: async (input: InChat & { readonly form: ExportForm }) => {
      const response = await send(`GET ${chat}/export`, { ...input })
      const type = response.headers.get('content-type') ?? 'text/plain'
      return { name: fileName(response), type, text: await response.text() }
    },
    exportTrace: async (input: InChat) => {
      const response = await send(`GET ${chat}/trace`, { ...input })
      return { name: fileName(response), lines: withEnds(linesOf(response)) }
    },
    deleteTrace: json<InChat, DeletedTraceView>(`DELETE ${chat}/trace`),
    inspectTurn: ({ answerId, ...input }: InspectedTurn) =>
      json<object, InspectionView>(`GET ${chat}/turns/:turn/inspection`)({ ...input, answer: answerId }),
    reindexChats: json<InWorkspace, ReindexReport>(`POST ${workspace}/chats/reindex`),
    forecastTurn: json<InChat & SendRequest, ForecastView>(`POST ${chat}/forecast`),
    forecastComparison: ({ modelId, ...input }: InTurn) =>
      json<object, ComparisonForecastView>(`GET ${chat}/turns/:turnId/compare`)({ ...input, model: modelId }),
    compareAnswers: json<InTurn, TurnView>(`POST ${chat}/turns/:turnId/compare`),
    // Messages, with their answers as they come.
    ask: lines<InWorkspace & AskRequest>(`POST ${workspace}/ask`),
    askAgain: lines<InWorkspace>(`POST ${workspace}/ask-again`),
    answerCall: done<
      InWorkspace & {
        readonly answerId: string
        readonly callId: string
        readonly answer: string
        readonly always?: boolean | 'wider' | undefined
      }
    >(`POST ${workspace}/answers/:answerId/calls/:callId`),
  }
}

interface SearchedChats extends InWorkspace {
  readonly text: string
  readonly among?: 'current' | 'archived' | 'trashed' | undefined
  readonly tag?: string | undefined
  readonly project?: string | undefined
  readonly modelId?: string | undefined
  readonly from?: number | undefined
  readonly until?: number | undefined
  readonly limit?: number | undefined
  readonly after?: number | undefined
}

interface InTurn extends InChat {
  readonly turnId: string
  readonly modelId?: string | undefined
}

interface InspectedTurn extends InChat {
  readonly turn: string | number
  readonly answerId?: string | undefined
  readonly call?: number | undefined
}

interface Sending {
  readonly bytes?: Uint8Array
  readonly signal?: AbortSignal
}

type Send = (route: Route, input: object, sending?: Sending) => Promise<Response>

function sender({ address, key, fetch: fetching = fetch }: ClientOptions): Send {
  const base = address.endsWith('/') ? address.slice(0, -1) : address
  return async (route, input, { bytes, signal } = {}) => {
    const [method, path, rest] = filled(route, input)
    // Bytes are the body; everything else then goes into the address, as it does without a body.
    const inAddress = bytes !== undefined || method === 'GET' || method === 'DELETE'
    const query = inAddress ? queryOf(rest) : ''
    const type = bytes ? 'application/octet-stream' : inAddress ? undefined : 'application/json'
    const init: RequestInit = {
      method,
      headers: { authorization: `Bearer ${key}`, ...(type ? { 'content-type': type } : {}) },
      ...(bytes ? { body: new Uint8Array(bytes) } : inAddress ? {} : { body: JSON.stringify(rest) }),
      ...(signal ? { signal } : {}),
    }
    const response = await fetching(`${base}/api${path}${query}`, init).catch((error: unknown) => {
      if (signal?.aborted) throw error
      const detail = `Varve at ${base} did not respond. Check that it is running and that the address is right.`
      throw new ApiError({ code: 'unreachable', detail }, { cause: error })
    })
    if (!response.ok) throw await refusalOf(response, base)
    return response
  }
}

/** What an address can carry. */
type Sayable = string | number | boolean | undefined

/** The address with what it names filled in, and what is left of the input. */
function filled(route: Route, input: object): readonly [string, string, Readonly<Record<string, unknown>>] {
  const [method = '', pattern = ''] = route.split(' ')
  const rest: Record<string, unknown> = { ...input }
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return [method, path, rest]
}

function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(fields as Readonly<Record<string, Sayable>>).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** A proxy before the server says what is wrong in its own way, and so does what is no Varve at all. */
async function refusalOf(response: Response, base: string): Promise<ApiError> {
  const { status } = response
  const text = await response.text().catch(() => '')
  try {
    const { code, detail, ...more } = JSON.parse(text) as Partial<ProblemView>
    if (typeof code === 'string' && typeof detail === 'string')
      return new ApiError({ ...more, code, detail, status })
  } catch {
    // Said below.
  }
  const detail = `${base} answered with HTTP ${status}, and not as Varve does. Check the address.`
  return new ApiError({ code: 'unreachable', detail, status })
}

/** The lines of a body; what is cut off in the middle of one fails. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) if (part !== '') yield part
  }
  if (rest !== '') yield rest
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

function fileName({ headers }: Response): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1]
  return encoded === undefined ? '' : decodeURIComponent(encoded)
}
