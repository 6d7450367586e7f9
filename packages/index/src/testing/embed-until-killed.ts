/** Run as a child: indexes the folder named on its command line into the file named after it, and says how much is embedded. */
import { openIndex } from '../open-index.ts'

const [root = '', file = ''] = process.argv.slice(2)
const index = await openIndex({ root, file, clock: Date.now, watch: true, embedder: 'built-in' })
index.watchStatus(({ embeddings }) => {
  if (embeddings) process.stdout.write(`vectors ${embeddings.vectorsDone}\n`)
})
await index.refresh()
