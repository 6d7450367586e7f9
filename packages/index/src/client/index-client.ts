import type { NoteLink } from '@varve/workspace'
import { localDay } from '../search/query/day.ts'
import type {
  EmbedderChoice,
  EmbeddingStatus,
  IndexStatus,
  SearchAnswer,
  SearchIndex,
  SearchRequest,
} from '../search/search-index.ts'
import { IndexError } from '../index-error.ts'
import type { IndexProgress } from '../protocol.ts'
import type { IndexQueries } from '../reader/index-queries.ts'
import type { IndexReader } from '../reader/reader-thread.ts'
import type { ThreadClient } from '../thread/calls.ts'
import type { Indexer } from '../writer/indexer.ts'
import { Embedding } from './embedding.ts'

export interface OpenedSearchIndex extends SearchIndex {
  /** Files read from the disk since the index was opened: none where nothing changed. */
  readonly filesRead: () => number
}

type Listener = (status: IndexStatus) => void

const DEFAULT_LIMIT = 10
/** A damaged file is rebuilt automatically; if every rebuild is damaged, the disk needs a person. */
const REPAIRS = 2

/** The caller's side of the two threads. */
export class IndexClient implements OpenedSearchIndex {
  readonly #writer: ThreadClient<Indexer>
  readonly #reader: ThreadClient<IndexReader>
  readonly #clock: () => number
  readonly #embedding: Embedding
  readonly #listeners = new Set<Listener>()
  #progress: IndexProgress = { state: 'starting', filesDone: 0, filesTotal: 0, filesRead: 0, problems: [] }
  #embeddings: EmbeddingStatus | undefined
  /** Searches wait here while the file is replaced. */
  #attached: Promise<unknown> = Promise.resolve()
  #rebuilding: Promise<void> | undefined
  #repairs = 0
  #firstScan: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(writer: ThreadClient<Indexer>, reader: ThreadClient<IndexReader>, clock: () => number) {
    this.#writer = writer
    this.#reader = reader
    this.#clock = clock
    this.#embedding = new Embedding({
      writer,
      isReady: () => this.#progress.state === 'ready',
      status: () => this.#embeddings,
      setStatus: (embeddings) => {
        this.#embeddings = embeddings
        this.#show()
      },
    })
    const thread = writer.start()
    thread.on('message', ({ progress }: { readonly progress?: IndexProgress }) => {
      if (progress) this.#receive(progress)
    })
    thread.on('error', (error) => {
      const reason = error instanceof Error ? error.message : String(error)
      this.#receive({ ...this.#progress, state: 'failed', failure: `The index failed: ${reason}.` })
    })
  }

  /** Begins to bring the index up to date. */
  async start(embedder: EmbedderChoice | undefined): Promise<void> {
    const remembered = await this.#writer.call('start')
    if (embedder !== undefined) await this.setEmbedder(embedder)
    else if (remembered === 'built-in') await this.#embedding.use(remembered)
    // Who opens an index often asks at once for all of it: then one scan does for both.
    this.#firstScan = setTimeout(() => this.#writer.call('changed', 'everything').catch(() => undefined))
  }

  search = async (request: SearchRequest): Promise<SearchAnswer> => {
    const question = await this.#embedding.question(request)
    const whole = { limit: DEFAULT_LIMIT, today: localDay(this.#clock()), ...request }
    return this.#ask('search', whole, question)
  }

  status = (): IndexStatus => {
    const { filesRead: _read, failureCode: _code, ...status } = this.#progress
    return { ...status, ...(this.#embeddings ? { embeddings: this.#embeddings } : {}) }
  }

  watchStatus = (listener: Listener): (() => void) => {
    // Each call registers its own listener, even for the same function.
    const own: Listener = (status) => listener(status)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  filesRead = (): number => this.#progress.filesRead

  pause = () => this.#writer.call('pause')
  resume = () => this.#writer.call('resume')
  verify = () => this.#writer.call('verify')

  refresh = (): Promise<void> => {
    clearTimeout(this.#firstScan)
    return this.#writer.call('refresh')
  }

  file = (path: string) => this.#ask('file', path)
  files = (options: { readonly parsed?: boolean | 'marked' } = {}) =>
    this.#ask('files', options.parsed ?? false)
  tags = () => this.#ask('tags')
  filesWithTag = (tag: string) => this.#ask('filesWithTag', tag)
  filesUnder = (folder: string, limit: number) => this.#ask('filesUnder', folder, limit)
  findByName = (name: string) => this.#ask('findByName', name)
  resolveLinks = (from: string, links: readonly NoteLink[]) => this.#ask('resolveLinks', from, links)
  related = (path: string, limit: number) => this.#ask('related', path, limit)
  neighbours = (path: string) => this.#ask('neighbours', path)
  recent = (limit: number) => this.#ask('recent', limit)
  statistics = () => this.#ask('statistics')

  setEmbedder = async (choice: EmbedderChoice): Promise<void> => {
    await this.#writer.call('rememberEmbeddings', typeof choice === 'string' ? choice : 'other')
    await this.#embedding.use(choice)
  }

  rebuild = (): Promise<void> => {
    this.#rebuilding ??= this.#rebuild().finally(() => {
      this.#rebuilding = undefined
    })
    return this.#rebuilding
  }

  close = async (): Promise<void> => {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#firstScan)
    await this.#embedding.close()
    // The last to close folds the log into the file, and that must be the one that may write.
    await this.#reader.close()
    await this.#writer.close()
  }

  async #rebuild(): Promise<void> {
    const replaced = this.#replaceFile()
    // A waiting search continues either way; the error goes to whoever requested the rebuild.
    this.#attached = replaced.catch(() => undefined)
    await replaced
    await this.refresh()
  }

  async #replaceFile(): Promise<void> {
    await this.#reader.call('detach')
    try {
      await this.#writer.call('clear')
    } finally {
      await this.#reader.call('attach')
    }
  }

  async #ask<Name extends keyof IndexQueries>(
    name: Name,
    ...input: Parameters<IndexQueries[Name]>
  ): Promise<ReturnType<IndexQueries[Name]>> {
    await this.#attached
    try {
      return (await this.#reader.call('ask', name, input)) as ReturnType<IndexQueries[Name]>
    } catch (error) {
      if (error instanceof IndexError) this.#repairIfDamaged(error.code)
      throw error
    }
  }

  #receive(progress: IndexProgress): void {
    this.#progress = progress
    this.#show()
    // The first search need not wait for its thread.
    if (progress.state === 'ready') setImmediate(() => this.#isClosed || this.#reader.start())
    this.#repairIfDamaged(progress.failureCode)
  }

  #show(): void {
    const status = this.status()
    for (const listener of this.#listeners) listener(status)
    this.#embedding.workOn()
  }

  #repairIfDamaged(code: unknown): void {
    if (code !== 'corrupt' || this.#rebuilding || this.#isClosed || this.#repairs >= REPAIRS) return
    this.#repairs++
    // The status reports how it ends.
    this.rebuild().catch(() => undefined)
  }
}
