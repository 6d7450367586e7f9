import {
  type EmbedderChoice,
  type IndexStatus,
  localDay,
  type NoteLink,
  type SearchAnswer,
  type SearchIndex,
  type SearchRequest,
} from '@varve/workspace'
import type { IndexerCall, ReaderCall, ReaderValue } from '../protocol/index-protocol.ts'
import type { IndexStatusKeeper } from './index-status-keeper.ts'
import type { ThreadCaller } from './thread-caller.ts'
import type { VectorKeeper } from './vector-keeper.ts'

export interface SearchIndexParts {
  readonly indexer: ThreadCaller<IndexerCall>
  readonly reader: ThreadCaller<ReaderCall>
  readonly status: IndexStatusKeeper
  readonly vectors: VectorKeeper
  readonly clock: () => number
}

const DEFAULT_LIMIT = 10
/** A damaged file is built again by itself; a disk that damages every file is for a person to look at. */
const REPAIRS = 2

export interface OpenedSearchIndex extends SearchIndex {
  /** Files read from the disk since the index was opened: none where nothing changed. */
  readonly filesRead: () => number
}

/** The caller's side of the two threads. */
export class ThreadedSearchIndex implements OpenedSearchIndex {
  readonly #parts: SearchIndexParts
  /** Searches wait here while the file is replaced. */
  #attached: Promise<unknown> = Promise.resolve()
  #rebuilding: Promise<void> | undefined
  #repairs = 0
  #isClosed = false

  constructor(parts: SearchIndexParts) {
    this.#parts = parts
    parts.status.watch(({ state }) => {
      // After those who wait for this have been told: to start a thread takes its time.
      if (state === 'ready') setImmediate(() => this.#isClosed || parts.reader.start())
      this.#repairIfDamaged(parts.status.progress.failureCode)
    })
  }

  search = async (request: SearchRequest): Promise<SearchAnswer> => {
    const question = await this.#parts.vectors.question(request)
    return this.#ask({
      kind: 'search',
      request: { limit: DEFAULT_LIMIT, today: localDay(this.#parts.clock()), ...request },
      ...(question ? { question } : {}),
    })
  }

  status = (): IndexStatus => this.#parts.status.status()
  watchStatus = (listener: (status: IndexStatus) => void): (() => void) => this.#parts.status.watch(listener)

  filesRead = (): number => this.#parts.status.progress.filesRead

  pause = (): Promise<void> => this.#tell('pause')
  resume = (): Promise<void> => this.#tell('resume')
  refresh = (): Promise<void> => this.#tell('refresh')

  file = (path: string) => this.#ask({ kind: 'file', path })
  files = (options: { readonly parsed?: boolean | 'marked' } = {}) =>
    this.#ask({ kind: 'files', parsed: options.parsed ?? false })
  tags = () => this.#ask({ kind: 'tags' })
  filesWithTag = (tag: string) => this.#ask({ kind: 'filesWithTag', tag })
  filesUnder = (folder: string, limit: number) => this.#ask({ kind: 'filesUnder', folder, limit })
  findByName = (name: string) => this.#ask({ kind: 'findByName', name })
  resolveLinks = (from: string, links: readonly NoteLink[]) =>
    this.#ask({ kind: 'resolveLinks', from, links })
  related = (path: string, limit: number) => this.#ask({ kind: 'related', path, limit })
  neighbours = (path: string) => this.#ask({ kind: 'neighbours', path })
  recent = (limit: number) => this.#ask({ kind: 'recent', limit })
  statistics = () => this.#ask({ kind: 'statistics' })

  setEmbedder = async (choice: EmbedderChoice): Promise<void> => {
    const name = typeof choice === 'string' ? choice : 'other'
    await this.#parts.indexer.call({ kind: 'rememberEmbeddings', name })
    await this.#parts.vectors.use(choice)
  }

  verify = async (): Promise<readonly string[]> =>
    (await this.#parts.indexer.call({ kind: 'verify' })) as readonly string[]

  rebuild = (): Promise<void> => {
    this.#rebuilding ??= this.#rebuild().finally(() => {
      this.#rebuilding = undefined
    })
    return this.#rebuilding
  }

  close = async (): Promise<void> => {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#parts.vectors.close()
    // The last to close folds the log into the file, and that must be the one that may write.
    await closeThread(this.#parts.reader)
    await closeThread(this.#parts.indexer)
  }

  async #rebuild(): Promise<void> {
    const replaced = this.#replaceFile()
    // A search that waits goes on either way; what failed is told to whoever asked to rebuild.
    this.#attached = replaced.catch(() => undefined)
    await replaced
    await this.#tell('refresh')
  }

  async #replaceFile(): Promise<void> {
    const { indexer, reader } = this.#parts
    await reader.call({ kind: 'detach' })
    try {
      await indexer.call({ kind: 'clear' })
    } finally {
      await reader.call({ kind: 'attach' })
    }
  }

  async #tell(kind: 'pause' | 'resume' | 'refresh'): Promise<void> {
    await this.#parts.indexer.call({ kind })
  }

  async #ask<Request extends ReaderCall>(request: Request): Promise<ReaderValue<Request['kind']>> {
    await this.#attached
    try {
      return (await this.#parts.reader.call(request)) as ReaderValue<Request['kind']>
    } catch (error) {
      if (error instanceof Error && 'code' in error) this.#repairIfDamaged(error.code)
      throw error
    }
  }

  #repairIfDamaged(code: unknown): void {
    if (code !== 'corrupt' || this.#rebuilding || this.#isClosed || this.#repairs >= REPAIRS) return
    this.#repairs++
    // How it ends is told by the status.
    this.rebuild().catch(() => undefined)
  }
}

async function closeThread(
  thread: Pick<ThreadCaller<{ readonly kind: 'close' }>, 'call' | 'end' | 'hasStarted'>,
): Promise<void> {
  // One that died before can be closed no more, and its status has said so.
  if (thread.hasStarted) await thread.call({ kind: 'close' }).catch(() => undefined)
  await thread.end()
}
