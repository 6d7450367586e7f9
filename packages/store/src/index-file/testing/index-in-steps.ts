/**
 * Run as a child: indexes the folder named on its command line into the file named after it, as the writing thread does,
 * but commits after every group of files, and says how far it is. With `threads` at the end, those which parse stand
 * ready before it begins.
 */
import { FileParsers } from '../parsing/file-parsers.ts'
import { Indexer } from '../writing/indexer.ts'
import { INDEX_LIMITS } from '../protocol/index-limits.ts'
import type { RunMark } from './run-and-kill.ts'

const [root = '', file = '', threads] = process.argv.slice(2)
const say = (word: RunMark): void => void process.stdout.write(`${word}\n`)
const limits = INDEX_LIMITS
const parsers = new FileParsers()
if (threads === 'threads') parsers.startAhead()
// What takes time to load is there before it begins: most of the run is then writing.
const loading = parsers.for([], { realRoot: root, limits })
await Promise.all([loading.prepare([]), loading.threads?.loaded()])
const indexer = new Indexer(
  { root, file, limits, watch: false, transactionBytes: 1 },
  // Told at once when it is known what there is to write.
  ({ state }) => state === 'indexing' && say('writing'),
  parsers,
)
say('begin')
await indexer.start()
await indexer.refresh()
say('done')
await indexer.close()
