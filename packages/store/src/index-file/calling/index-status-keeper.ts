import type { Worker } from 'node:worker_threads'
import type { EmbeddingStatus, IndexStatus } from '@varve/workspace'
import type { FromIndexer, IndexProgress } from '../protocol/index-protocol.ts'

type Listener = (status: IndexStatus) => void

/** The newest progress of a thread, with the time that is left as it looks so far. */
export class IndexStatusKeeper {
  readonly #clock: () => number
  readonly #listeners = new Set<Listener>()
  #progress: IndexProgress = { state: 'starting', filesDone: 0, filesTotal: 0, filesRead: 0, problems: [] }
  #embeddings: EmbeddingStatus | undefined
  /** When the present stretch of work began, and how much was done then. */
  #stretch: { readonly at: number; readonly filesDone: number } | undefined

  constructor(worker: Worker, clock: () => number) {
    this.#clock = clock
    worker.on('message', (message: FromIndexer) => {
      if (message.kind === 'progress') this.#receive(message.progress)
    })
    worker.on('error', (error) => {
      this.#receive({ ...this.#progress, state: 'failed', failure: `The index failed: ${error.message}.` })
    })
  }

  get progress(): IndexProgress {
    return this.#progress
  }

  get embeddings(): EmbeddingStatus | undefined {
    return this.#embeddings
  }

  status(): IndexStatus {
    const { filesRead: _read, failureCode: _code, ...status } = this.#progress
    const secondsLeft = this.#secondsLeft()
    return {
      ...status,
      ...(secondsLeft === undefined ? {} : { secondsLeft }),
      ...(this.#embeddings ? { embeddings: this.#embeddings } : {}),
    }
  }

  setEmbeddings(embeddings: EmbeddingStatus | undefined): void {
    this.#embeddings = embeddings
    this.#show()
  }

  watch(listener: Listener): () => void {
    // Each call is a listener of its own, also where the function is the same.
    const own: Listener = (status) => listener(status)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  #receive(progress: IndexProgress): void {
    if (progress.state !== 'indexing') this.#stretch = undefined
    else this.#stretch ??= { at: this.#clock(), filesDone: progress.filesDone }
    this.#progress = progress
    this.#show()
  }

  #show(): void {
    const status = this.status()
    for (const listener of this.#listeners) listener(status)
  }

  #secondsLeft(): number | undefined {
    const { filesDone, filesTotal } = this.#progress
    if (!this.#stretch) return undefined
    const done = filesDone - this.#stretch.filesDone
    const seconds = (this.#clock() - this.#stretch.at) / 1000
    return done > 0 && seconds > 0 ? Math.ceil(((filesTotal - filesDone) * seconds) / done) : undefined
  }
}
