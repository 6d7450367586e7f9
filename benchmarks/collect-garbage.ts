import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes in use on the heap once everything unreachable is gone. */
export function liveHeapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** So that one measurement does not pay for what another left behind. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('This Node offers no way to collect garbage.')
  collect()
  collect()
}
