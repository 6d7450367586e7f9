/** Run as a child: indexes the folder named on its command line into the file named after it, and says how far it is. */
import { openSearchIndex } from '../open-search-index.ts'

const [root = '', file = '', embedder] = process.argv.slice(2)
const index = await openSearchIndex({
  root,
  file,
  clock: Date.now,
  watch: true,
  ...(embedder === 'built-in' ? { embedder } : {}),
})
index.watchStatus((status) => {
  process.stdout.write(`${status.filesDone}\n`)
  if (status.embeddings) process.stdout.write(`vectors ${status.embeddings.vectorsDone}\n`)
})
process.stdout.write('open\n')
await index.refresh()
process.stdout.write('done\n')
