/** Reads and parses files for the thread that writes the index. */
import { parentPort } from 'node:worker_threads'
import { IndexError } from '../index-error.ts'
import { serveCalls } from '../thread/calls.ts'
import { parseFiles } from './parse-file.ts'
import type { ParseTarget } from './parse-pool.ts'

if (!parentPort) throw new IndexError('failed', 'Files are parsed in a worker thread only.')
serveCalls(parentPort, { isLoaded: () => true, parse: parseFiles } satisfies ParseTarget)
