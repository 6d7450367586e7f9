import type { MeasuredCall, SideCallSummary } from '@varve/store'
import { z } from 'zod'
import type { CallSumView } from './statistics-views.ts'

const amount = z.number().min(0)
/** One from a chat file may hold whatever somebody wrote there. */
const ASIDE_USAGE = z.object({ input: amount, cached: amount, output: amount, costUSD: amount })

/** Adds up calls. */
export class CallSum {
  #calls = 0
  #asides = 0
  #failed = 0
  #input = 0
  #cached = 0
  #output = 0
  #costUSD = 0
  #savedUSD = 0

  add({ status, usage }: MeasuredCall): void {
    this.#calls += 1
    if (status === 'failed') this.#failed += 1
    if (!usage) return
    this.#input += usage.input
    this.#cached += usage.cached
    this.#output += usage.output
    this.#costUSD += usage.costUSD
    this.#savedUSD += usage.savedUSD ?? 0
  }

  /** It was paid for like any other call; what its cache saved is not recorded. */
  addAside({ error, usage: recorded }: SideCallSummary): void {
    this.#asides += 1
    if (error !== undefined) this.#failed += 1
    const usage = ASIDE_USAGE.safeParse(recorded).data
    if (!usage) return
    this.#input += usage.input
    this.#cached += usage.cached
    this.#output += usage.output
    this.#costUSD += usage.costUSD
  }

  view(): CallSumView {
    return {
      calls: this.#calls,
      asides: this.#asides,
      failed: this.#failed,
      input: this.#input,
      cached: this.#cached,
      output: this.#output,
      cacheShare: share(this.#cached, this.#input),
      costUSD: this.#costUSD,
      savedUSD: this.#savedUSD,
    }
  }
}

/** 0 where there is no whole. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
