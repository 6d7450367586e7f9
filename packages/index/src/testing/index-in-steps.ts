/**
 * Run as a child: indexes the folder named on its command line into the file named after it, as the writing thread
 * does, but commits after every group of files, and says how far it is.
 */
import { INDEX_LIMITS } from '../protocol.ts'
import { Indexer } from '../writer/indexer.ts'
import type { RunMark } from './run-and-kill.ts'

const [root = '', file = ''] = process.argv.slice(2)
const say = (word: RunMark): void => void process.stdout.write(`${word}\n`)
const indexer = new Indexer(
  { root, file, limits: INDEX_LIMITS, watch: false, transactionBytes: 1 },
  // Posted at once when it is known what there is to write.
  ({ state }) => state === 'indexing' && say('writing'),
)
say('begin')
indexer.start()
await indexer.refresh()
say('done')
await indexer.close()
