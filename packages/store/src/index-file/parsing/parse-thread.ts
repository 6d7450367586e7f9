/** Reads and parses files for the thread that writes the index. */
import { parentPort } from 'node:worker_threads'
import { loadNoteParser } from '@varve/workspace/preparing'
import { StoreError } from '../../store-error.ts'
import { prepareGroup } from '../preparing/prepare-group.ts'
import type { FromParseThread, ToParseThread } from './parse-lane.ts'

const port = parentPort
if (!port) throw new StoreError('failed', 'Files are parsed in a worker thread only.')
// One after another, also where a group has to wait: they are given back in the order in which they came.
let last: Promise<unknown> = Promise.resolve()
port.on('message', ({ jobs, options }: ToParseThread) => {
  last = last
    .then(() => prepareGroup(jobs, options))
    .then((prepared) => port.postMessage(prepared satisfies FromParseThread))
})
// Before it is asked for: whoever starts this thread has notes for it.
await loadNoteParser()
port.postMessage('ready' satisfies FromParseThread)
