import type { OpenedSearchIndex } from '../client/index-client.ts'

/** Resolves when the index is ready and every passage has its vector, or embedding has failed. */
export async function embeddedWhole(index: OpenedSearchIndex): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const look = (): void => {
    const { state, embeddings } = index.status()
    const isOver = embeddings?.state === 'ready' || embeddings?.state === 'failed'
    if (state === 'ready' && isOver) resolve(undefined)
  }
  const stop = index.watchStatus(look)
  look()
  await promise.finally(stop)
}
