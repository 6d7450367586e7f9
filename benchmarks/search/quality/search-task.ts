import { createHash } from 'node:crypto'
import type { SearchRequest } from '@varve/index'

/** A question whose answers are known. */
export interface SearchTask {
  readonly half: Half
  readonly request: SearchRequest
  /** Paths. */
  readonly wanted: readonly string[]
}

/** Weights are chosen by one half and judged by the other. */
export type Half = 'tuning' | 'report'

/** By a hash of the task's id or query: the same in every run, whatever the order of the file. */
export function halfOf(id: string): Half {
  const [first = 0] = createHash('sha256').update(id).digest()
  return first % 2 === 0 ? 'tuning' : 'report'
}
