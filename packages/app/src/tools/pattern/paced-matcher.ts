import { setImmediate } from 'node:timers/promises'
import { TOOL_LIMITS } from '../tool-limits.ts'
import type { PatternNode } from './pattern-node.ts'
import { PatternMatcher } from './pattern-matcher.ts'

/** A matcher for many texts that lets others have their turn, and that a stop reaches. */
export class PacedMatcher {
  readonly #matcher: PatternMatcher
  readonly #signal: AbortSignal
  #rested = 0

  constructor(node: PatternNode, signal: AbortSignal) {
    const { matchWork, matchSlice } = TOOL_LIMITS
    this.#matcher = new PatternMatcher(node, { text: matchSlice, all: matchWork })
    this.#signal = signal
  }

  get isExhausted(): boolean {
    return this.#matcher.isExhausted
  }

  get givenUp(): number {
    return this.#matcher.givenUp
  }

  findEnd(text: string): number | undefined {
    return this.#matcher.findEnd(text)
  }

  /** To be waited for between texts. */
  async rest(): Promise<void> {
    this.#signal.throwIfAborted()
    if (this.#matcher.work - this.#rested < TOOL_LIMITS.matchSlice) return
    this.#rested = this.#matcher.work
    await setImmediate()
  }
}
