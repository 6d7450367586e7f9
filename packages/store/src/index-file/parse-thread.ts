/** Reads and parses files for the thread that writes the index. */
import { parentPort, workerData } from 'node:worker_threads'
import { StoreError } from '../store-error.ts'
import { type GroupOptions, prepareGroup } from './prepare-group.ts'
import type { FromParseThread } from './parse-threads.ts'
import type { FileJob } from './prepared-file.ts'

const port = parentPort
if (!port) throw new StoreError('failed', 'Files are parsed in a worker thread only.')
const options = workerData as GroupOptions
port.on('message', (jobs: readonly FileJob[]) => {
  void prepareGroup(jobs, options).then((prepared) => port.postMessage(prepared satisfies FromParseThread))
})
port.postMessage('ready' satisfies FromParseThread)
