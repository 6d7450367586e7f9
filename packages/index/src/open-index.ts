import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { makePrivateFolder } from '@varve/workspace/make-folder'
import type { EmbedderChoice } from './search/search-index.ts'
import { IndexClient, type OpenedSearchIndex } from './client/index-client.ts'
import { inDataFolder, toIndexError } from './index-error.ts'
import { INDEX_LIMITS, type IndexLimits, type WriterData } from './protocol.ts'
import type { IndexReader } from './reader/reader-thread.ts'
import { type RemoteFileSource, serveFiles } from './source/remote-files.ts'
import { ThreadClient } from './thread/calls.ts'
import type { Indexer } from './writer/indexer.ts'

export type SearchIndexOptions = IndexOptions & (InFolder | InSource)

interface IndexOptions {
  /** The index file of this workspace. It can be deleted at any time. */
  readonly file: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly limits?: Partial<IndexLimits>
  /** Semantic search. Absent: as this index last had it, where that was off or built in. */
  readonly embedder?: EmbedderChoice
}

interface InFolder {
  readonly root: string
  /** Whether to apply changes in the folder as they happen, or only on request. */
  readonly watch: boolean
}

interface InSource {
  readonly files: RemoteFileSource
}

/**
 * Opens the index of a workspace and begins to bring it up to date; what it has can be searched at once. One thread
 * writes and another answers, so that neither keeps the other or the caller waiting. Where another process keeps the
 * same index, this one reads along and takes over when the other ends.
 */
export async function openIndex(options: SearchIndexOptions): Promise<OpenedSearchIndex> {
  const { file } = options
  if ('root' in options) requireFolder(options.root)
  inDataFolder(() => makePrivateFolder(dirname(file)))
  const channel = 'files' in options ? new MessageChannel() : undefined
  if (channel && 'files' in options) serveFiles(channel.port1, options.files)
  const data: WriterData = {
    file,
    limits: { ...INDEX_LIMITS, ...options.limits },
    ...('root' in options ? { root: options.root, watch: options.watch } : { root: '', watch: false }),
    ...(channel ? { source: channel.port2 } : {}),
  }
  const writer = new ThreadClient<Indexer>(() =>
    startThread('./writer/writer-thread.ts', data, channel ? [channel.port2] : []),
  )
  const reader = new ThreadClient<IndexReader>(() => startThread('./reader/reader-thread.ts', { file }))
  const index = new IndexClient(writer, reader, options.clock)
  try {
    await index.start(options.embedder)
    if (channel && 'files' in options) follow(options.files, channel.port1, writer)
    return index
  } catch (error) {
    await index.close()
    throw error
  }
}

function requireFolder(root: string): void {
  try {
    realpathSync(root)
  } catch (error) {
    throw toIndexError(error)
  }
}

/** Until the thread has ended, which closes its end of the channel. */
function follow(files: RemoteFileSource, port: MessagePort, writer: ThreadClient<Indexer>): void {
  // The status reports the result.
  const end = files.subscribe((places) => void writer.call('changed', places).catch(() => undefined))
  port.on('close', end)
  port.unref()
}

function startThread(entry: string, workerData: object, transferList: MessagePort[] = []): Worker {
  return new Worker(new URL(entry, import.meta.url), { workerData, transferList, execArgv: [] })
}
