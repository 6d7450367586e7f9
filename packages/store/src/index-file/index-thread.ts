/** The one thread that writes an index. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { StoreError } from '../store-error.ts'
import { FileParsers } from './file-parsers.ts'
import { isLargeAndNew } from './is-large-and-new.ts'
import type { Answer, Call, FromIndexer, IndexerCall, IndexerData } from './index-protocol.ts'
import type { Indexer } from './indexer.ts'

if (!parentPort) throw new StoreError('failed', 'An index is written in a worker thread only.')
await serve(parentPort, workerData as IndexerData)

async function serve(port: MessagePort, data: IndexerData): Promise<void> {
  const parsers = new FileParsers()
  // Before all else is loaded: then both are at the same time.
  if (!data.files && isLargeAndNew(data)) parsers.startAhead()
  const { Indexer } = await import('./indexer.ts')
  const { indexFailure } = await import('./index-failure.ts')
  const send = (message: FromIndexer): void => port.postMessage(message)
  const indexer = new Indexer(data, (progress) => send({ kind: 'progress', progress }), parsers)
  port.on('message', ({ id, request }: Call<IndexerCall>) => {
    void answer(indexer, request).then(
      (value) => {
        send({ kind: 'answer', id, value } satisfies Answer)
        if (request.kind === 'close') port.close()
      },
      (error: unknown) => {
        const { code, message } = indexFailure(error)
        send({ kind: 'answer', id, failure: { code, message } } satisfies Answer)
      },
    )
  })
}

async function answer(indexer: Indexer, request: IndexerCall): Promise<unknown> {
  switch (request.kind) {
    case 'start':
      indexer.start()
      return indexer.rememberedEmbeddings()
    case 'pause':
      return indexer.pause()
    case 'resume':
      return indexer.resume()
    case 'refresh':
      return indexer.refresh()
    case 'changed':
      return indexer.changed(request.places)
    case 'verify':
      return indexer.verify()
    case 'rememberEmbeddings':
      return indexer.rememberEmbeddings(request.name)
    case 'textsToEmbed':
      return indexer.textsToEmbed(request.embedder, request.limit)
    case 'storeVectors':
      return indexer.storeVectors(request.embedder, request.embedded)
    case 'clear':
      return indexer.clear()
    case 'close':
      return indexer.close()
    default:
      return request satisfies never
  }
}
