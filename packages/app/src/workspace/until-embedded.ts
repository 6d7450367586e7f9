import type { SearchIndex } from '@varve/workspace'

/** Resolves when every passage has its vector, when that cannot be, or at once where embeddings are off. */
export async function untilEmbedded(index: SearchIndex): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const look = (): void => {
    const { state, embeddings } = index.status()
    const isOver = embeddings === undefined || embeddings.state === 'ready' || embeddings.state === 'failed'
    // It waits though there is nothing to wait for: another process keeps the index, and embeds for both.
    if (state === 'ready' && embeddings?.state === 'waiting') resolve(undefined)
    if (isOver || state === 'failed' || state === 'paused') resolve(undefined)
  }
  const stop = index.watchStatus(look)
  look()
  await promise.finally(stop)
}
