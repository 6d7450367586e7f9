import type {
  AddModelRequest,
  ApiKeyView,
  AppSettingsPatch,
  AppSettingsView,
  EndpointView,
  AnswerTraceView,
  AreaListView,
  SideCallTextView,
  AuditEntryView,
  ChangeChatRequest,
  ChatSearchView,
  ChatSettingsView,
  ChatsAmong,
  ChatSummaryView,
  ChatView,
  CompactionView,
  ComparisonForecastView,
  CreateApiKeyRequest,
  ContinuedChatView,
  CustomRuleView,
  DecisionRequest,
  DefinitionCheckView,
  DefinitionKind,
  DefinitionTextView,
  DefinitionView,
  EditRequest,
  Embeddings,
  ExportForm,
  FileContentView,
  FileDiffView,
  FileVersionView,
  FileView,
  FolderChoiceView,
  ForecastChoiceView,
  ForecastView,
  GuardPolicyView,
  GuardView,
  ImportReportView,
  IndexView,
  InspectionView,
  InstalledModelView,
  InstructionView,
  KeyCheckView,
  KeyKeeping,
  LocalModelSettingsPatch,
  LocalModelSettingsView,
  LocalModelsView,
  McpListView,
  McpServerView,
  McpSignInView,
  MemoryView,
  ModelDownloadView,
  ModelView,
  NewApiKeyView,
  ProviderView,
  QuestionView,
  ReceivedView,
  RegenerateRequest,
  ReindexReport,
  RuleTrialView,
  SaveAnswerRequest,
  SearchHitView,
  SearchView,
  SendRequest,
  SendResponse,
  SettingsRequest,
  SourceTextView,
  StatisticsView,
  SuggestedTitleView,
  TagView,
  ToolRule,
  ToolRulesView,
  TurnPage,
  TurnStatisticsView,
  TurnView,
  UnlistedChatsView,
  UploadView,
  WebSearchTrialView,
  WorkspaceListView,
  WorkspaceSettingsView,
  WorkspaceSummaryView,
  WorkspaceView,
  TrashedFileView,
  WrittenFileView,
} from '@varve/contract'
import { apiRoot, workspaceApi } from './address.ts'
import { get, newId, patch, post, put, remove, uploadFile, type UploadWatch, withQuery } from './client.ts'

/** `root` and `here` are addresses of the API and of the open workspace; values in them are escaped. */
const root = (path: TemplateStringsArray, ...values: readonly string[]) => apiRoot() + escaped(path, values)
const here = (path: TemplateStringsArray, ...values: readonly string[]) =>
  workspaceApi() + escaped(path, values)

function escaped(path: TemplateStringsArray, values: readonly string[]): string {
  return String.raw({ raw: path }, ...values.map(encodeURIComponent))
}

/** The server itself waits up to four seconds for another process that writes the answer. */
const STOP_PATIENCE_MILLISECONDS = 6_000

/** Workspaces, their index and their settings. */
const workspaceRoutes = {
  workspace: (patience?: number) => get<WorkspaceView>(here``, {}, { patience }),
  usage: (span: { readonly since?: string | undefined; readonly until?: string | undefined }) =>
    get<TurnStatisticsView>(here`/statistics`, { since: span.since, until: span.until }),
  workspaces: () => get<WorkspaceListView>(root`/workspaces`),
  /** Opens a folder of this machine as a workspace, or finds the workspace that shows it. */
  openWorkspace: (folder: string) => post<WorkspaceSummaryView>(root`/workspaces`, { root: folder }),
  createWorkspace: (name: string) =>
    post<WorkspaceSummaryView>(root`/workspaces`, { kind: 'database', name }),
  /** Only removes it from the list: its folder and chats stay. */
  removeWorkspace: (id: string) => remove(root`/workspaces/${id}`),
  /** The folders in a folder of this machine, by default in the home folder. */
  folders: (path: string | undefined) => get<FolderChoiceView>(root`/folders`, { path }),
  changeWorkspace: (body: Partial<WorkspaceSettingsView>) =>
    patch<WorkspaceSettingsView>(here`/settings`, body),
  /** Vectors are computed after the response; the index events report progress. */
  setEmbeddings: (embeddings: Embeddings) => put<IndexView>(here`/index/embeddings`, { embeddings }),
  statistics: () => get<StatisticsView>(here`/index/statistics`),
  indexEvents: () => here`/index/events`,
  controlIndex: (action: 'pause' | 'resume' | 'refresh' | 'rebuild') =>
    post<IndexView>(here`/index`, { action }),
  /** For other programs, revoked ones included. */
  apiKeys: () => get<readonly ApiKeyView[]>(root`/api-keys`),
  createApiKey: (key: CreateApiKeyRequest) => post<NewApiKeyView>(root`/api-keys`, key),
  revokeApiKey: (id: string) => remove<ApiKeyView>(root`/api-keys/${id}`),
  guard: () => get<GuardView>(here`/guard`),
  changeGuard: (policy: GuardPolicyView) => put<GuardView>(here`/guard`, { policy }),
  /** Shows what a rule would find; saves nothing. */
  tryRule: (rule: CustomRuleView, sample: string) => post<RuleTrialView>(here`/guard/try`, { rule, sample }),
  audit: () => get<readonly AuditEntryView[]>(here`/guard/audit`),
  toolRules: () => get<ToolRulesView>(here`/tool-rules`),
  changeToolRules: (rules: readonly ToolRule[]) => put<ToolRulesView>(here`/tool-rules`, { rules }),
  areas: () => get<AreaListView>(here`/areas`),
  mcp: () => get<McpListView>(here`/mcp`),
  /** `hash` is that of the entry the user reviewed. */
  trustMcp: (name: string, hash: string, trusted: boolean) =>
    post<McpServerView>(here`/mcp/${name}/trust`, { hash, trusted }),
  /** Connects once; saves nothing. */
  tryMcp: (name: string, entry: object) => post<McpServerView>(here`/mcp/${name}/try`, { entry }),
  /** Writes the entry and trusts it. */
  writeMcp: (name: string, entry: object) => put<McpListView>(here`/mcp/${name}`, { entry }),
  signInMcp: (name: string) => post<McpSignInView>(here`/mcp/${name}/sign-in`),
  removeMcp: (name: string) => remove<McpListView>(here`/mcp/${name}`),
  reconnectMcp: (name: string) => post<McpServerView>(here`/mcp/${name}/reconnect`),
  memory: () => get<MemoryView>(here`/memory`),
  /** `hash` is that of the text it replaces. */
  writeMemory: (content: string, hash: string | undefined) =>
    put<MemoryView>(here`/memory`, { content, hash }),
} as const

interface DefinitionName {
  readonly kind: DefinitionKind
  readonly id: string
}

const definition = (kind: DefinitionKind, id: string) => here`/definitions/${kind}/${id}`

/** Agents, skills, templates, projects and instructions. */
const definitionRoutes = {
  definitions: () => get<readonly DefinitionView[]>(here`/definitions`),
  definition: (kind: DefinitionKind, id: string) => get<DefinitionTextView>(definition(kind, id)),
  /** `contentHash` is that of the file it replaces; undefined for a new file. */
  writeDefinition: ({
    kind,
    id,
    content,
    contentHash,
  }: DefinitionName & { readonly content: string; readonly contentHash: string | undefined }) =>
    put<DefinitionTextView>(definition(kind, id), { content, contentHash }),
  /** Checks a text without writing it. */
  checkDefinition: (
    { kind, id, content }: DefinitionName & { readonly content: string },
    signal: AbortSignal,
  ) => post<DefinitionCheckView>(`${definition(kind, id)}/check`, { content }, { signal }),
  /** Moves it to the trash of the workspace. */
  removeDefinition: (kind: DefinitionKind, id: string, contentHash: string) =>
    remove<{ readonly path: string; readonly trashId: string }>(
      withQuery(definition(kind, id), { expect: contentHash }),
    ),
  /** `hash` is that of the text the user reviewed. */
  trustDefinition: ({
    kind,
    id,
    hash,
    trusted,
  }: DefinitionName & { readonly hash: string; readonly trusted: boolean }) =>
    post<DefinitionTextView>(`${definition(kind, id)}/trust`, { hash, trusted }),
  instructions: () => get<readonly InstructionView[]>(here`/instructions`),
  trustInstruction: ({ path, hash }: Pick<InstructionView, 'path' | 'hash'>, trusted: boolean) =>
    post<InstructionView>(here`/instructions/trust`, { path, hash, trusted }),
} as const

/** The files of a workspace, and search. */
const fileRoutes = {
  files: () => get<readonly FileView[]>(here`/files`),
  fileContent: (path: string) => get<FileContentView>(here`/files/content`, { path }),
  related: (path: string) => get<readonly SearchHitView[]>(here`/files/related`, { path }),
  versions: (path: string) => get<readonly FileVersionView[]>(here`/files/versions`, { path }),
  fileDiff: (path: string, from: string) => get<FileDiffView>(here`/files/diff`, { path, from }),
  /** Restores a file from the trash, or one of its versions in place of the current one. */
  restoreFile: (id: string) => post(here`/files/restore`, { id }),
  recentFiles: () => get<readonly FileView[]>(here`/files/recent`),
  /** The address of a picture, for an `img`. */
  picture: (path: string) => withQuery(here`/files/picture`, { path }),
  search: (q: string, limit: number, signal: AbortSignal) =>
    get<SearchView>(here`/search`, { q, limit }, { signal }),
  /** Most used first. */
  tags: () => get<readonly TagView[]>(here`/tags`),
  /** Uploads a file that is in no folder of the workspace. */
  upload: (file: File, watch: UploadWatch) =>
    uploadFile<UploadView>(withQuery(here`/uploads`, { name: file.name }), file, watch),
  /** The address of a file as it is, to be downloaded. */
  downloadFile: (path: string) => withQuery(here`/files/download`, { path }),
  /** `expect` is the hash of the text that it replaces, or `absent` for a new file. */
  writeFile: (path: string, content: Blob, expect: string) =>
    put<WrittenFileView>(withQuery(here`/files/content`, { expect, path }), content),
  moveFile: (path: string, to: string) =>
    post<WrittenFileView>(here`/files/move`, { path, to, expect: 'absent' }),
  /** Moves it to the trash of the workspace. */
  removeFile: (path: string, expect: string) =>
    remove<TrashedFileView>(withQuery(here`/files/content`, { expect, path })),
} as const

/** Models and the keys of their providers. */
const modelRoutes = {
  models: () => get<readonly ModelView[]>(root`/models`),
  appSettings: () => get<AppSettingsView>(root`/settings`),
  changeAppSettings: (body: AppSettingsPatch) => patch<AppSettingsView>(root`/settings`, body),
  /** Searches once with an address; saves nothing. */
  tryWebSearch: (address: string) => post<WebSearchTrialView>(root`/settings/web-search/try`, { address }),
  /** Looks again for model servers on this machine. */
  refreshModels: () => post(root`/models/refresh`),
  /** Lists the models at an OpenAI-compatible address; saves nothing. */
  checkEndpoint: (input: Omit<AddModelRequest, 'model' | 'keep'>) =>
    post<EndpointView>(root`/models/endpoint`, input),
  /** Tries a model of such an address and keeps it. */
  addModel: (input: AddModelRequest) => post<ModelView>(root`/models`, input),
  removeModel: (id: string) => remove(root`/models/${id}`),
  localModels: () => get<LocalModelsView>(root`/local-models`),
  /** Gets an offered model, or the `.gguf` file at an address; what has come of it before is kept. */
  getLocalModel: (model: string) => post<ModelDownloadView>(root`/local-models/downloads`, { model }),
  pauseDownload: (id: string) => post<ModelDownloadView>(root`/local-models/downloads/${id}/pause`),
  resumeDownload: (id: string) => post<ModelDownloadView>(root`/local-models/downloads/${id}/resume`),
  cancelDownload: (id: string) => remove(root`/local-models/downloads/${id}`),
  /** A file of the machine that Varve runs on. */
  openLocalModel: (path: string) => post<InstalledModelView>(root`/local-models/files`, { path }),
  removeLocalModel: (id: string) => remove(root`/local-models/${id}`),
  changeLocalModels: (body: LocalModelSettingsPatch) =>
    patch<LocalModelSettingsView>(root`/local-models/settings`, body),
  /** Fetches what runs them. */
  installModelRuntime: () => post<LocalModelsView['runtime']>(root`/local-models/runtime`),
  providers: () => get<readonly ProviderView[]>(root`/providers`),
  /** Asks the provider whether a key is valid; does not save it. */
  checkKey: (provider: string, key: string) =>
    post<KeyCheckView>(root`/providers/${provider}/key/check`, { key }),
  /** The server keeps the key, encrypted or in memory, and never returns it. */
  keepKey: (provider: string, key: string, keep: KeyKeeping) =>
    put(root`/providers/${provider}/key`, { key, keep }),
  removeKey: (provider: string) => remove(root`/providers/${provider}/key`),
} as const

interface ChatsPage {
  readonly among: ChatsAmong
  /** How many chats precede this page. */
  readonly after: number
  readonly limit: number
  readonly project: string | undefined
}

const chatRoutes = {
  chats: (page: ChatsPage) => get<readonly ChatSummaryView[]>(here`/chats`, { ...page }),
  createChat: () => post<ChatView>(here`/chats`),
  chat: (id: string) => get<ChatView>(here`/chats/${id}`),
  /** `confirmed`: the beginning of the chat may be sent; `automatic`: not requested by the user. */
  suggestTitle: (id: string, how: { readonly confirmed?: true; readonly automatic?: true }) =>
    post<SuggestedTitleView>(here`/chats/${id}/title`, how),
  questions: (id: string, find: string, signal?: AbortSignal) =>
    get<readonly QuestionView[]>(here`/chats/${id}/questions`, { find: find || undefined }, { signal }),
  /** A page of the turns before one in the branch on screen. */
  earlierTurns: (id: string, before: number) => get<TurnPage>(here`/chats/${id}/turns`, { before }),
  changeChat: (id: string, body: ChangeChatRequest) => patch<ChatSummaryView>(here`/chats/${id}`, body),
  changeSettings: (id: string, body: SettingsRequest) =>
    patch<ChatSettingsView>(here`/chats/${id}/settings`, body),
  trashChat: (id: string) => remove(here`/chats/${id}`),
  /** Deletes a trashed chat for good. */
  eraseChat: (id: string) => post(here`/chats/${id}/erase`),
  restoreChat: (id: string) => post<ChatSummaryView>(here`/chats/${id}/restore`),
  /** The address of a chat as a file. */
  exportChat: (id: string, form: ExportForm) => withQuery(here`/chats/${id}/export`, { form }),
  /** The address of a chat's requests as a file. */
  exportTrace: (id: string) => here`/chats/${id}/trace`,
  deleteTrace: (id: string) => remove(here`/chats/${id}/trace`),
  /** How many chat files a workspace without chats has. */
  unlistedChats: () => get<UnlistedChatsView>(here`/chats/unlisted`),
  reindexChats: () => post<ReindexReport>(here`/chats/reindex`),
  searchChats: (among: ChatsAmong, q: string, signal: AbortSignal) =>
    get<ChatSearchView>(here`/chats/search`, { among, limit: 50, q }, { signal }),
  importChats: (file: File) =>
    post<ImportReportView>(withQuery(here`/chats/import`, { name: file.name }), file),
  /** A new chat that starts with the turns up to an answer. */
  forkChat: (id: string, turnId: string, answerId: string) =>
    post<ChatSummaryView>(here`/chats/${id}/fork`, { turnId, answerId }),
  whatIf: (id: string, body: SendRequest, signal: AbortSignal) =>
    post<readonly ForecastChoiceView[]>(here`/chats/${id}/what-if`, body, { signal }),
  forecast: (id: string, body: SendRequest, signal: AbortSignal) =>
    post<ForecastView>(here`/chats/${id}/forecast`, body, { signal }),
  /** Takes effect with the next turn; until then it can be undone. */
  forget: (id: string, key: string, undo: boolean) =>
    post<ChatView>(here`/chats/${id}/forget`, undo ? { key, undo } : { key }),
  /** Sets the priority of a kept attachment, from the next turn on. */
  mark: (id: string, key: string, priority: 'essential' | 'normal' | 'optional') =>
    post<ChatView>(here`/chats/${id}/mark`, { key, priority }),
  /** Takes effect with the next turn; until then it can be undone. */
  compact: (id: string, body: { readonly modelId?: string; readonly undo?: true }) =>
    post<CompactionView>(here`/chats/${id}/compact`, body),
  /** A new chat whose first message brings a summary of this one. */
  continueInNew: (id: string, body: { readonly modelId?: string; readonly confirmed: true }) =>
    post<ContinuedChatView>(here`/chats/${id}/continue`, body),
} as const

/** One call of an answer, counted from 1; by default the last one. */
export interface CallToInspect {
  readonly chatId: string
  readonly turnId: string
  readonly answerId: string
  readonly call: number | undefined
}

/** As a new note, or appended to one. */
export type SaveHow = SaveAnswerRequest['how']

/** A chat, and the key that makes a repeated request happen once. */
interface Keyed {
  readonly chatId: string
  readonly key: string
}

/** The page retries every kind of call in one way; this one offers `allow` alone. */
type RegenerateBody = Omit<RegenerateRequest, 'unrecorded'> & Pick<EditRequest, 'unrecorded'>

/** A request that models answer. Sent twice with one key, it happens once. */
function ask(path: string, body: unknown, key: string): Promise<SendResponse> {
  return post(path, body, { headers: { 'Idempotency-Key': key } })
}

const turnRoutes = {
  send: (id: string, body: SendRequest, key: string) => ask(here`/chats/${id}/turns`, body, key),
  /** Asks an edited question; without a text, asks again with the current notes. */
  edit: ({ chatId, turnId, key }: Keyed & { readonly turnId: string }, body: EditRequest) =>
    ask(here`/chats/${chatId}/turns/${turnId}/edit`, body, key),
  /** Has the same request answered again. */
  regenerate: ({ chatId, turnId, key }: Keyed & { readonly turnId: string }, body: RegenerateBody) =>
    ask(here`/chats/${chatId}/turns/${turnId}/regenerate`, body, key),
  /** Continues an answer that was cut off. */
  continueAnswer: (
    { chatId, answerId, key }: Keyed & { readonly answerId: string },
    body: { readonly decision?: DecisionRequest },
  ) => ask(here`/chats/${chatId}/answers/${answerId}/continue`, body, key),
  forecastComparison: (id: string, turnId: string, model: string) =>
    get<ComparisonForecastView>(here`/chats/${id}/turns/${turnId}/compare`, { model }),
  compareAnswers: (id: string, turnId: string, modelId: string) =>
    post<TurnView>(here`/chats/${id}/turns/${turnId}/compare`, { modelId }),
  /** Shows the branch that a turn is in. */
  showTurn: (id: string, turnId: string) => post<ChatView>(here`/chats/${id}/turns/${turnId}/show`),
  /** Continues the chat with one of several answers. */
  chooseAnswer: (id: string, answerId: string) =>
    post<ChatView>(here`/chats/${id}/answers/${answerId}/choose`),
  saveAnswer: (id: string, answerId: string, body: SaveAnswerRequest) =>
    post<{ readonly path: string; readonly mark?: 'local-only' | 'private' }>(
      here`/chats/${id}/answers/${answerId}/save`,
      body,
      { headers: { 'Idempotency-Key': newId() } },
    ),
  inspection: ({ chatId, turnId, answerId, call }: CallToInspect) =>
    get<InspectionView>(here`/chats/${chatId}/turns/${turnId}/inspection`, { answer: answerId, call }),
  trace: (chatId: string, turnId: string, answer: string) =>
    get<AnswerTraceView>(here`/chats/${chatId}/turns/${turnId}/trace`, { answer }),
  received: ({ chatId, turnId, answerId, call = 1 }: CallToInspect) =>
    get<ReceivedView>(here`/chats/${chatId}/turns/${turnId}/received`, { answer: answerId, call }),
  sideCall: (id: string, sideCallId: string) =>
    get<SideCallTextView>(here`/chats/${id}/side-calls/${sideCallId}`),
  /** A text as the model received it in one turn. */
  source: (id: string, turnId: string, path: string) =>
    get<SourceTextView>(here`/chats/${id}/turns/${turnId}/source`, { path }),
  stop: (answerId: string) =>
    post(here`/answers/${answerId}/stop`, {}, { patience: STOP_PATIENCE_MILLISECONDS }),
  /** Answers a tool call that waits for the user; `always` saves a rule for such calls. */
  answerCall: (
    { answerId, callId }: { readonly answerId: string; readonly callId: string },
    answer: string,
    always: boolean | 'wider',
  ) => post(here`/answers/${answerId}/calls/${callId}`, { answer, ...(always ? { always } : {}) }),
  /** Sends a message to a model while it works. */
  steer: (answerId: string, text: string) => post(here`/answers/${answerId}/say`, { text }),
  /** Undoes the changes of a tool call. */
  undoCall: (id: string, answerId: string, callId: string) =>
    post(here`/chats/${id}/answers/${answerId}/undo`, { callId }),
  events: (answerId: string) => here`/answers/${answerId}/events`,
} as const

/** Every call of the API. */
export const routes = {
  ...workspaceRoutes,
  ...fileRoutes,
  ...modelRoutes,
  ...definitionRoutes,
  ...chatRoutes,
  ...turnRoutes,
} as const
