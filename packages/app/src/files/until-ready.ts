import type { SearchIndex } from '@varve/index'

/** Resolves when every file has been looked at, or after so many milliseconds; fails where the index does. */
export async function untilReady(index: SearchIndex, milliseconds?: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const look = (): void => {
    const { state, failure } = index.status()
    if (state === 'ready' || state === 'paused') resolve(undefined)
    else if (state === 'failed') reject(new Error(failure ?? 'The index could not be built.'))
  }
  const stop = index.watchStatus(look)
  const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
  look()
  await promise.finally(() => {
    stop()
    clearTimeout(timer)
  })
}
