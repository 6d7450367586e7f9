import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes in use on the heap once everything unreachable is gone. */
export function liveHeapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('This Node offers no way to collect garbage.')
  collect()
  collect()
  return process.memoryUsage().heapUsed
}
