import type { MeasuredCall, SideCallSummary } from '@varve/store'
import type { AsideUsage } from '../aside/ask-aside.ts'
import type { CallSumView } from './statistics-views.ts'

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
  addAside({ usage: recorded }: SideCallSummary): void {
    this.#asides += 1
    const usage = recorded as AsideUsage | undefined
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
