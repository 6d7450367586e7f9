import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import {
  type InstalledModel,
  LOCAL_MODELS_FILE,
  LOCAL_PROVIDER,
  type LocalModelSettingsView,
  type LocalModelsView,
  type ReadingView,
  localModelsFile,
} from '@varve/contract'
import {
  findRuntime,
  LocalEmbedder,
  LocalEngine,
  localFetch,
  type EmbeddingModelFile,
  type LocalEngineOptions,
  type LocalModelFile,
  type LocalRequest,
  readPrompt,
} from '@varve/local'
import type { OpenedEmbedder } from '@varve/index'
import { type CatalogueModel, catalogueModelSchema, type WireRequest } from '@varve/providers'
import { StoreError } from '@varve/store'
import { AppError } from '../app-error.ts'
import type { Sealer } from '../guard/sealer.ts'
import type { ModelCall } from './chat-model.ts'

export interface ModelRunnerOptions {
  readonly dataFolder: string
  readonly sealer: Sealer
  readonly report: (message: string) => void
  /** In place of what is installed; `false` is the processor alone. */
  readonly gpu?: 'auto' | false
}

/** A request that was built and is not sent. */
export interface RunnerRequest {
  readonly workspaceId: string
  readonly call: Pick<ModelCall, 'conversationId' | 'epoch'>
  readonly wire: Pick<WireRequest, 'body'>
}

/** Stands where the words of the user will be. */
const UNSAID = '…'
const GIGABYTE = 1e9
const STATE_LIMIT = 4
const IDLE_MINUTES = 10
/** The machine keeps a part of its memory for everything else. */
const MEMORY_SHARE = 0.75
/** A longer context takes memory from the start, whether a chat is as long or not. */
const LARGEST_CONTEXT = 32_768
const SMALLEST_CONTEXT = 2_048
/** Where the file doesn't say what a token takes. */
const CAREFUL_CONTEXT = 8_192
/** llama.cpp makes contexts of multiples of it. */
const CONTEXT_STEP = 256
/** Nobody listens there: a model of one's own is asked inside of Varve. */
const NOWHERE = 'http://127.0.0.1:9'
/** States are on disk: they last until others need the room. */
const STATES_LAST_SECONDS = 90 * 24 * 60 * 60

/** Runs the models that are listed in the models folder, and remembers for each chat what its model has read. */
export class ModelRunner {
  readonly engine: LocalEngine
  readonly #embedder: LocalEmbedder
  readonly #options: ModelRunnerOptions
  readonly #folder: string
  readonly #files = new WeakMap<CatalogueModel, LocalModelFile>()
  readonly #keys = new Map<string, Promise<Uint8Array | undefined>>()
  #listed: { readonly text: string; readonly models: readonly CatalogueModel[] } = { text: '', models: [] }
  #embedding: readonly InstalledModel[] = []
  #settings: LocalModelSettingsView = {}

  constructor(options: ModelRunnerOptions) {
    this.#options = options
    this.#folder = join(options.dataFolder, 'models')
    const running: Pick<LocalEngineOptions, 'runtime' | 'settings' | 'gpu'> = {
      runtime: () => findRuntime(join(options.dataFolder, 'parts')),
      settings: () => ({
        threads: this.#settings.threads,
        memoryLimit: this.#memoryLimit(),
        idleMilliseconds: (this.#settings.idleMinutes ?? IDLE_MINUTES) * 60_000,
        stateLimit: (this.#settings.stateLimit ?? STATE_LIMIT) * GIGABYTE,
      }),
      ...(options.gpu === undefined ? {} : { gpu: options.gpu }),
    }
    this.#embedder = new LocalEmbedder(running)
    this.engine = new LocalEngine({
      ...running,
      folder: this.#folder,
      keyOf: (workspaceId) => this.#keyOf(workspaceId),
      report: options.report,
    })
  }

  /** The models as they are listed now. */
  async models(): Promise<readonly CatalogueModel[]> {
    const text = await readFile(join(this.#folder, LOCAL_MODELS_FILE), 'utf8').catch(() => '')
    if (text === this.#listed.text) return this.#listed.models
    const parsed = localModelsFile.safeParse(parseJson(text))
    this.#settings = parsed.data?.settings ?? {}
    const all = parsed.data?.models ?? []
    this.#embedding = all.filter(({ kind }) => kind === 'embedding')
    const models = all.filter(({ kind }) => kind === 'chat')
    this.#listed = { text, models: models.map((model) => this.#catalogued(model)) }
    return this.#listed.models
  }

  /** What a request still has to read, and how long that takes on this machine; undefined for a model elsewhere. */
  async forecast(
    model: CatalogueModel,
    request: RunnerRequest,
    tokens: number,
  ): Promise<ReadingView | undefined> {
    const local = this.#requestOf(model, request)
    if (!local) return undefined
    try {
      const { readTokens, seconds } = await this.engine.forecast(local, tokens)
      return { tokens: readTokens, ...(seconds === undefined ? {} : { seconds }) }
    } catch {
      // Its file is gone: asking it will say so.
      return undefined
    }
  }

  /** Reads what the next request is known to begin with, all but the words that are still being typed. */
  readAhead(model: CatalogueModel, request: RunnerRequest): void {
    const local = this.#requestOf(model, request)
    if (!local || this.#settings.readAhead === 'off') return
    const { prompt } = local
    const messages = prompt.messages.map((message, index) =>
      index < prompt.messages.length - 1 || message.role !== 'user'
        ? message
        : { ...message, parts: [...message.parts.slice(0, -1), UNSAID] },
    )
    this.engine.readAhead({ ...local, prompt: { ...prompt, messages } })
  }

  #requestOf(
    model: CatalogueModel,
    { workspaceId: workspace, call, wire }: RunnerRequest,
  ): LocalRequest | undefined {
    const file = this.#files.get(model)
    const { conversationId: chat, epoch } = call
    return file && { model: file, workspace, chat, epoch, prompt: readPrompt(wire.body) }
  }

  /** Reaches a model that runs here; undefined for all others. */
  fetchFor(
    model: CatalogueModel,
    { conversationId: chat, epoch }: Pick<ModelCall, 'conversationId' | 'epoch'>,
    workspace = '',
  ): typeof globalThis.fetch | undefined {
    const file = this.#files.get(model)
    return file && localFetch(this.engine, { model: file, workspace, chat, epoch })
  }

  /** What is in memory now, and what is kept on disk. */
  async inUse(): Promise<Pick<LocalModelsView, 'running' | 'states'>> {
    const models = await this.models()
    const { model: path, loaded, states } = await this.engine.status()
    if (!loaded) return { states }
    const { memory, threads, context, backend } = loaded
    const model = models.find((one) => this.#files.get(one)?.path === path)
    const running = { memory, threads, context, backend, ...(model ? { modelId: model.id } : {}) }
    return { running, states }
  }

  /** A model that is made for search. Its process is shared, and ends when it is idle. @throws AppError */
  async embedder(modelId: string): Promise<OpenedEmbedder> {
    const file = await this.#embeddingFile(modelId)
    if (!file)
      throw new AppError('model-unknown', `There is no model for search "${modelId}" on this computer.`)
    const name = await this.#embedder.nameOf(file).catch((cause: unknown) => {
      throw new AppError('model-unavailable', cause instanceof Error ? cause.message : String(cause), {
        cause,
      })
    })
    return {
      id: `${modelId} ${name}`,
      embed: (texts, kind) => this.#embedder.embed(file, texts, kind),
      close: async () => undefined,
    }
  }

  async #embeddingFile(modelId: string): Promise<EmbeddingModelFile | undefined> {
    await this.models()
    const model = this.#embedding.find(({ id }) => `${LOCAL_PROVIDER}/${id}` === modelId)
    if (!model) return undefined
    const { size: bytes, bytesPerToken, architecture, context = SMALLEST_CONTEXT } = model
    return { path: resolve(this.#folder, model.path), context, bytes, bytesPerToken, architecture }
  }

  /** Takes a model out of memory, with all that it remembers: an open file can't be deleted on every system. */
  async forgetModel(modelId: string): Promise<void> {
    const model = (await this.models()).find(({ id }) => id === modelId)
    const file = model && this.#files.get(model)
    if (file) await this.engine.forgetModel(file)
    const embedding = await this.#embeddingFile(modelId)
    if (embedding) this.#embedder.forgetModel(embedding)
  }

  forgetChat(workspaceId: string, chatId: string): Promise<void> {
    return this.engine.forgetChat(workspaceId, chatId)
  }

  forgetWorkspace(workspaceId: string): Promise<void> {
    return this.engine.forgetWorkspace(workspaceId)
  }

  close(): Promise<void> {
    this.#embedder.close()
    return this.engine.close()
  }

  #memoryLimit(): number {
    const { memoryLimit } = this.#settings
    return memoryLimit === undefined ? totalmem() * MEMORY_SHARE : memoryLimit * GIGABYTE
  }

  #catalogued(model: InstalledModel): CatalogueModel {
    const context = contextOf(model, this.#memoryLimit())
    const output = Math.min(4_096, Math.floor(context / 4))
    const catalogued = catalogueModelSchema.parse({
      id: `${LOCAL_PROVIDER}/${model.id}`,
      name: model.name,
      provider: LOCAL_PROVIDER,
      wireModel: model.id,
      protocol: 'openai-chat',
      baseUrl: NOWHERE,
      keyVariable: '',
      window: context,
      outputLimit: output,
      reservedOutput: output,
      modalities: ['text'],
      tools: model.chatTemplate,
      tokenizer: 'estimate',
      cache: { profile: 'ollama', lifetimeSeconds: STATES_LAST_SECONDS },
      price: { input: 0, output: 0 },
      settings: {},
      asOf: '2026-11-19',
      source: 'The model file',
    })
    const path = resolve(this.#folder, model.path)
    this.#files.set(catalogued, { path, context, bytes: model.size, bytesPerToken: model.bytesPerToken })
    return catalogued
  }

  /** States of a workspace are sealed with a key of its own, which is kept sealed beside them. */
  #keyOf(workspaceId: string): Promise<Uint8Array | undefined> {
    const known = this.#keys.get(workspaceId)
    if (known) return known
    const opened = this.#openKey(workspaceId).catch(() => {
      // Without the master key nothing is kept; it may be there again later.
      this.#keys.delete(workspaceId)
      return undefined
    })
    this.#keys.set(workspaceId, opened)
    return opened
  }

  async #openKey(workspaceId: string): Promise<Uint8Array> {
    const { sealer } = this.#options
    const place = { workspaceId, name: 'states of models' }
    const name = createHash('sha256').update(workspaceId).digest('hex').slice(0, 24)
    const path = join(this.#folder, 'state-keys', name)
    const sealed = await readFile(path).catch(() => undefined)
    if (sealed)
      try {
        return Buffer.from(await sealer.unseal(sealed, place), 'base64')
      } catch (error) {
        const isForeign = error instanceof StoreError && error.code.startsWith('seal-')
        if (!isForeign) throw error
        // Sealed by an earlier master key: what it opens is lost, and is only read again.
        await rm(path, { force: true })
      }
    const key = randomBytes(32)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, await sealer.seal(key.toString('base64'), place), { mode: 0o600 })
    return key
  }
}

/** As long as the model was trained for, and as memory allows. */
function contextOf(
  { context = SMALLEST_CONTEXT, bytesPerToken, size }: InstalledModel,
  memory: number,
): number {
  const room =
    bytesPerToken === undefined ? CAREFUL_CONTEXT : Math.floor((memory * 0.9 - size) / bytesPerToken)
  const tokens = Math.min(context, LARGEST_CONTEXT, Math.max(SMALLEST_CONTEXT, room))
  return Math.max(CONTEXT_STEP, Math.floor(tokens / CONTEXT_STEP) * CONTEXT_STEP)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
