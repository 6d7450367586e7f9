import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { INDEX_LIMITS } from '../protocol.ts'
import { Indexer } from '../writer/indexer.ts'

/** Brings an index up to date in this thread, which is quicker than starting others, and says what verifying finds. */
export async function buildIndex(root: string, file: string): Promise<readonly string[]> {
  mkdirSync(dirname(file), { recursive: true })
  const indexer = new Indexer({ root, file, limits: INDEX_LIMITS, watch: false }, () => undefined)
  indexer.start()
  try {
    await indexer.refresh()
    return indexer.verify()
  } finally {
    await indexer.close()
  }
}
