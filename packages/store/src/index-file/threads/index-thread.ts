/** The one thread that writes an index. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { StoreError } from '../../store-error.ts'
import { FileParsers } from '../parsing/file-parsers.ts'
import { Indexer } from '../writing/indexer.ts'
import { indexFailure } from '../protocol/index-failure.ts'
import type {
  Answer,
  Call,
  FromIndexer,
  IndexerCall,
  IndexerData,
  IndexThreadData,
} from '../protocol/index-protocol.ts'

const parent = parentPort
if (!parent) throw new StoreError('failed', 'An index is written in a worker thread only.')
const { rehearsal: folder } = workerData as IndexThreadData
const parsers = new FileParsers()
const taken = new AbortController()
// What goes wrong in a rehearsal goes wrong again with the index, and is told there.
const rehearsed = folder === undefined ? Promise.resolve() : rehearseIn(folder).catch(() => undefined)
// The first message says of what it is an index, or that it is not needed; those after it are questions.
parent.once('message', (data: IndexerData | 'end') => {
  taken.abort()
  if (data === 'end') void rehearsed.then(() => parsers.end())
  else serve(parent, data)
})

async function rehearseIn(place: string): Promise<void> {
  const { rehearse } = await import('./rehearse.ts')
  await rehearse({ folder: place, parsers, over: taken.signal })
}

function serve(port: MessagePort, data: IndexerData): void {
  const send = (message: FromIndexer): void => port.postMessage(message)
  const indexer = new Indexer(data, (progress) => send({ kind: 'progress', progress }), parsers)
  port.on('message', ({ id, request }: Call<IndexerCall>) => {
    void rehearsed
      .then(() => answer(indexer, request))
      .then(
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
      await indexer.start()
      return indexer.embeddings()
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
