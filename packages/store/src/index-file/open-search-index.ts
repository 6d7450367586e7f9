import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { type EmbedderChoice, makePrivateFolder } from '@varve/workspace'
import { inDataFolder } from './database/in-data-folder.ts'
import type { HandedFiles } from './handed/handed-files.ts'
import { handOverFiles } from './handed/hand-over-files.ts'
import { indexFailure } from './protocol/index-failure.ts'
import { INDEX_LIMITS, type IndexLimits } from './protocol/index-limits.ts'
import type { IndexerCall, IndexerData, ReaderCall } from './protocol/index-protocol.ts'
import { IndexStatusKeeper } from './calling/index-status-keeper.ts'
import { IndexThreads } from './threads/index-threads.ts'
import { ThreadCaller } from './calling/thread-caller.ts'
import { VectorKeeper } from './calling/vector-keeper.ts'
import { type OpenedSearchIndex, ThreadedSearchIndex } from './calling/threaded-search-index.ts'

export type SearchIndexOptions = IndexOptions & (InFolder | InStore)

interface IndexOptions {
  /** The index of this workspace, a file of its own that can be thrown away at any time. */
  readonly file: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly limits?: Partial<IndexLimits>
  /** Whether search goes by meaning as well. Absent: as this index last did, where that was off or built in. */
  readonly embedder?: EmbedderChoice
  /** Of a program that opens one index after another: the next one need not wait for its threads. */
  readonly threads?: IndexThreads | undefined
}

interface InFolder {
  /** The folder that it is an index of. */
  readonly root: string
  /** Whether changes in the folder are taken in as they happen, or only when asked to. */
  readonly watch: boolean
}

interface InStore {
  /** The files that it is an index of. */
  readonly files: HandedFiles
}

/**
 * Opens the index of a folder and begins to bring it up to date; what it has can be searched at once. One
 * thread writes and another answers, so that neither keeps the other or the caller waiting. Where another
 * process keeps the same index, this one reads along and takes over when the other ends.
 */
export async function openSearchIndex(options: SearchIndexOptions): Promise<OpenedSearchIndex> {
  const { file, clock } = options
  try {
    if ('root' in options) realpathSync(options.root)
  } catch (error) {
    throw indexFailure(error)
  }
  inDataFolder(() => makePrivateFolder(dirname(file)))
  const limits = { ...INDEX_LIMITS, ...options.limits }
  const place = 'root' in options ? options : { root: '', watch: false }
  const channel = 'files' in options ? new MessageChannel() : undefined
  const data: IndexerData = {
    file,
    limits,
    root: place.root,
    watch: place.watch,
    ...(channel ? { files: channel.port2 } : {}),
  }
  const threads = options.threads ?? new IndexThreads()
  if ('files' in options && channel) handOverFiles(channel.port1, options.files)
  const indexer = new ThreadCaller<IndexerCall>(() => threads.start(data))
  // Two threads that load at once would keep each other waiting; this one starts when it is asked, or can be.
  const reader = new ThreadCaller<ReaderCall>(() => startReader(file))
  const status = new IndexStatusKeeper(indexer.start(), clock)
  const vectors = new VectorKeeper({ indexer, status })
  const index = new ThreadedSearchIndex({ indexer, reader, status, vectors, clock })
  try {
    const remembered = await indexer.call({ kind: 'start' })
    if (options.embedder !== undefined) await index.setEmbedder(options.embedder)
    else if (remembered === 'built-in') await vectors.use(remembered)
    if ('files' in options && channel) follow(options.files, channel.port1, indexer)
  } catch (error) {
    // One that is not told to would be waited for.
    void indexer.call({ kind: 'close' }).catch(() => undefined)
    await Promise.all([vectors.close(), indexer.end(), reader.end()])
    throw error
  }
  return index
}

/** Until the thread has ended, which closes its end of the channel. */
function follow(files: HandedFiles, port: MessagePort, indexer: ThreadCaller<IndexerCall>): void {
  // How it goes is told by the status.
  const end = files.subscribe(
    (places) => void indexer.call({ kind: 'changed', places }).catch(() => undefined),
  )
  port.on('close', end)
  port.unref()
}

function startReader(file: string): Worker {
  return new Worker(new URL('./threads/search-thread.ts', import.meta.url), {
    workerData: { file },
    execArgv: [],
  })
}
