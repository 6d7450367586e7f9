/** The one thread that writes an index. */
import { parentPort, workerData } from 'node:worker_threads'
import { IndexError } from '../index-error.ts'
import type { WriterData } from '../protocol.ts'
import { serveCalls } from '../thread/calls.ts'
import { Indexer } from './indexer.ts'

const port = parentPort
if (!port) throw new IndexError('failed', 'An index is written in a worker thread only.')
serveCalls(port, new Indexer(workerData as WriterData, (progress) => port.postMessage({ progress })))
