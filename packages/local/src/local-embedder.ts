import { stat } from 'node:fs/promises'
import {
  defaultThreads,
  type LocalEngineOptions,
  type LocalModelFile,
  LocalError,
  ModelProcess,
  requireFits,
  requireRuntime,
  sampleFile,
} from './local-engine.ts'

/** A passage is seldom longer, and each token of it takes memory from the start. */
const LARGEST_CONTEXT = 1024

/** How a question is put to models that were trained to tell questions from passages, by architecture. */
const QUESTIONS: Readonly<Record<string, string>> = {
  qwen3: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:',
}

export interface EmbeddingModelFile extends LocalModelFile {
  readonly architecture: string
}

/**
 * Makes vectors of texts with models on this machine, one at a time, in a process of its own: a search does not take the
 * model out of memory that answers.
 */
export class LocalEmbedder {
  readonly #options: Pick<LocalEngineOptions, 'runtime' | 'settings' | 'gpu'>
  #process: ModelProcess | undefined
  #work: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #lastId = 0
  #isClosed = false

  constructor(options: Pick<LocalEngineOptions, 'runtime' | 'settings' | 'gpu'>) {
    this.#options = options
  }

  /** Names a model by what its file holds: vectors of two models are never compared. @throws LocalError */
  async nameOf({ path }: LocalModelFile): Promise<string> {
    const info = await stat(path).catch(() => {
      throw new LocalError('model-missing', `The model file is not there: ${path}. Get the model again.`)
    })
    return sampleFile(path, info.size, '')
  }

  /** One vector of length 1 for each text, in order. @throws LocalError */
  embed(
    model: EmbeddingModelFile,
    texts: readonly string[],
    kind: 'passage' | 'question' = 'passage',
  ): Promise<readonly Float32Array[]> {
    const before = kind === 'question' ? (QUESTIONS[model.architecture] ?? '') : ''
    const done = this.#work.then(() =>
      this.#embed(
        model,
        texts.map((text) => before + text),
      ),
    )
    this.#work = done.catch(() => undefined)
    return done
  }

  /** Takes a model out of memory: its file will be deleted. */
  forgetModel({ path }: LocalModelFile): void {
    if (this.#process?.path === path) this.#end()
  }

  close(): void {
    this.#isClosed = true
    this.#end()
  }

  #end(): void {
    clearTimeout(this.#idle)
    this.#process?.end()
    this.#process = undefined
  }

  async #embed(model: EmbeddingModelFile, texts: readonly string[]): Promise<readonly Float32Array[]> {
    const { idleMilliseconds } = this.#options.settings()
    if (this.#isClosed) throw new LocalError('failed', 'Varve is closing.')
    clearTimeout(this.#idle)
    const own = await this.#processFor(model)
    this.#lastId += 1
    try {
      return await own.embed({ kind: 'embed', id: this.#lastId, texts })
    } finally {
      this.#idle = setTimeout(() => this.#end(), idleMilliseconds)
      this.#idle.unref()
    }
  }

  async #processFor(model: EmbeddingModelFile): Promise<ModelProcess> {
    const { runtime, settings, gpu = 'auto' } = this.#options
    const { threads = defaultThreads(), memoryLimit } = settings()
    const { path, context } = model
    const known = this.#process
    if (known && !known.isGone && known.path === path && known.threads === threads) return known
    this.#end()
    const own = { ...model, context: Math.min(context, LARGEST_CONTEXT) }
    requireFits(own, memoryLimit)
    const found = requireRuntime(runtime())
    this.#process = await ModelProcess.start({
      runtime: found.url,
      modelPath: path,
      threads,
      context: own.context,
      gpu,
      flashAttention: 'auto',
    })
    return this.#process
  }
}
