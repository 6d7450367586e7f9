/** The one thread that writes an index. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { StoreError } from '../store-error.ts'
import { Indexer } from './indexer.ts'
import { indexFailure } from './index-failure.ts'
import { readMeta } from './read-meta.ts'
import type { Answer, Call, FromIndexer, IndexerCall, IndexerData } from './index-protocol.ts'

if (!parentPort) throw new StoreError('failed', 'An index is written in a worker thread only.')
serve(parentPort, workerData as IndexerData)

function serve(port: MessagePort, data: IndexerData): void {
  const send = (message: FromIndexer): void => port.postMessage(message)
  const indexer = new Indexer(data, (progress) => send({ kind: 'progress', progress }))
  port.on('message', ({ id, request }: Call<IndexerCall>) => {
    void answer(indexer, request, data.file).then(
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

async function answer(indexer: Indexer, request: IndexerCall, file: string): Promise<unknown> {
  switch (request.kind) {
    case 'start':
      indexer.start()
      return readMeta(file, 'embeddings')
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
