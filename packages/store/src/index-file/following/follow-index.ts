import { setTimeout as sleep } from 'node:timers/promises'
import { readKeeperProgress } from './read-keeper-progress.ts'

const LOOK_EVERY_MILLISECONDS = 100
/** Whoever keeps an index promises to take a change in within this time. */
const PROMISED_MILLISECONDS = 1000

/**
 * Waits until the index that another process keeps holds what is on the disk now, as far as that can be
 * seen from outside. Ends early, with false, when `isOver` says that there is no other any more.
 */
export async function followIndex(file: string, isOver: () => boolean): Promise<boolean> {
  const start = performance.now()
  for (;;) {
    await sleep(LOOK_EVERY_MILLISECONDS)
    if (isOver()) return false
    if (performance.now() - start >= PROMISED_MILLISECONDS && readKeeperProgress(file).state === 'ready')
      return true
  }
}
