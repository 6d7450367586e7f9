import {
  type CatalogueModel,
  DEFAULT_PATIENCE,
  findLocalServers,
  type FindOptions,
  type Patience,
  patientFetch,
} from '@varve/providers'
import type { ChatModel } from './chat-model.ts'
import type { KeyRing } from './key-ring.ts'
import type { ModelRunner } from './model-runner.ts'
import { providerChatModel } from './provider-chat-model.ts'
import { changeUserModels, type LocalPatch, patchLocalModel } from './read-user-models.ts'

const SEARCH_MILLISECONDS = 800

export interface ModelRegistryOptions {
  readonly keys: KeyRing
  /** Models that are known without being found, in the order in which they are shown. */
  readonly catalogue: readonly CatalogueModel[]
  readonly fetch: typeof globalThis.fetch
  /** The file of the user's own models; without one, what is added lasts until this run ends. */
  readonly config?: string | undefined
  /** How long a provider may send nothing before its answer counts as interrupted. */
  readonly patience?: Patience | undefined
  /** How local servers are looked for; absent where they are not. */
  readonly local?:
    | {
        readonly ports: NonNullable<FindOptions['ports']>
        readonly patches: readonly LocalPatch[]
        /** How long an answer is waited for; short where it is left out, since most have no server. */
        readonly patienceMilliseconds?: number | undefined
      }
    | undefined
  /** What runs models of the user's own; absent where none can be kept. */
  readonly runner?: ModelRunner | undefined
  readonly report: (message: string) => void
  /** Ends a search. */
  readonly closing: AbortSignal
}

/** Which models of providers there are. Local servers are found in the background and on request. */
export class ModelRegistry {
  readonly keys: KeyRing
  readonly fetch: typeof globalThis.fetch
  readonly #options: ModelRegistryOptions
  readonly #opened = new WeakMap<CatalogueModel, Promise<ChatModel>>()
  #catalogue: readonly CatalogueModel[]
  #found: readonly CatalogueModel[] = []
  #searching: Promise<void>

  constructor(options: ModelRegistryOptions) {
    this.keys = options.keys
    this.fetch = patientFetch(options.fetch, options.patience ?? DEFAULT_PATIENCE)
    this.#options = options
    this.#catalogue = options.catalogue
    this.#searching = this.#search()
  }

  /** All models, those of the user's own and of local servers first; waits for a search that is under way. */
  async list(): Promise<readonly CatalogueModel[]> {
    await this.#searching
    const own = (await this.#options.runner?.models()) ?? []
    const known = new Set(this.#catalogue.map(({ id }) => id))
    return [...own, ...this.#found.filter(({ id }) => !known.has(id)), ...this.#catalogue]
  }

  /** Adds a model of the user's own, for good where there is a file for it. */
  async add(model: CatalogueModel): Promise<void> {
    await this.#write((models) => [...models.filter((one) => one.id !== model.id), model])
    this.#catalogue = [...this.#catalogue.filter(({ id }) => id !== model.id), model]
  }

  async remove(modelId: string): Promise<void> {
    await this.#write((models) => models.filter(({ id }) => id !== modelId))
    this.#catalogue = this.#catalogue.filter(({ id }) => id !== modelId)
  }

  async #write(change: Parameters<typeof changeUserModels>[1]): Promise<void> {
    const { config } = this.#options
    if (config !== undefined) await changeUserModels(config, change)
  }

  async find(id: string): Promise<ChatModel | undefined> {
    const model = (await this.list()).find((candidate) => candidate.id === id)
    return model && this.#open(model)
  }

  /** Looks for local servers again. */
  refresh(): Promise<void> {
    const search = this.#searching.then(() => this.#search())
    this.#searching = search
    return search
  }

  /** Made once for each model, since some tokenizers are large. */
  #open(model: CatalogueModel): Promise<ChatModel> {
    const known = this.#opened.get(model)
    if (known) return known
    const opened = providerChatModel(model, this.#options)
    this.#opened.set(model, opened)
    return opened
  }

  async #search(): Promise<void> {
    const { local, fetch, closing, report } = this.#options
    if (!local) return
    const servers = await findLocalServers({
      fetch: (target, init) => {
        const signals = init?.signal ? [init.signal, closing] : [closing]
        return fetch(target, { ...init, signal: AbortSignal.any(signals) })
      },
      timeoutMs: local.patienceMilliseconds ?? SEARCH_MILLISECONDS,
      ports: local.ports,
    })
    this.#found = servers
      .flatMap(({ models }) => models)
      .map((model) => patchLocalModel(model, local.patches, report))
  }
}
