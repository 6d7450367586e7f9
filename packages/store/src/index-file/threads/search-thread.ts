/** Answers questions over a connection of its own, so that no search waits for the writing of the index. */
import { parentPort, workerData } from 'node:worker_threads'
import { StoreError } from '../../store-error.ts'
import { IndexReader } from '../searching/index-reader.ts'
import { indexFailure } from '../protocol/index-failure.ts'
import type { Answer, Call, ReaderCall } from '../protocol/index-protocol.ts'

const port = parentPort
if (!port) throw new StoreError('failed', 'Searches run in a worker thread only.')
const reader = new IndexReader((workerData as { readonly file: string }).file)

port.on('message', ({ id, request }: Call<ReaderCall>) => {
  try {
    port.postMessage({ kind: 'answer', id, value: reader.answer(request) } satisfies Answer)
  } catch (error) {
    const { code, message } = indexFailure(error)
    port.postMessage({ kind: 'answer', id, failure: { code, message } } satisfies Answer)
  }
  if (request.kind === 'close') port.close()
})
