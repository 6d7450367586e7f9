import type { Machine } from './build-machine.ts'

interface Match {
  readonly start: number
  readonly end: number
}

/** A match longer than this is cut off, so that no text makes the machine look far ahead again and again. */
const LONGEST_MATCH = 256

/**
 * All matches, the leftmost and there the longest, none overlapping. All beginnings are followed at once, each step of
 * the machine by the earliest of them, so that a text is read once.
 */
export function findMatches(machine: Machine, text: string): readonly Match[] {
  const matches: Match[] = []
  const { steps } = machine
  let [active, next] = [new Threads(machine), new Threads(machine)]
  let best: Match | undefined
  for (let at = 0; at <= text.length; at += 1) {
    if (!best && at < text.length) active.add(machine.start, at)
    const ended = active.startOf(0)
    // The earliest beginning wins, and goes on as far as it can.
    if (ended >= 0 && at > ended && (!best || ended <= best.start)) best = { start: ended, end: at }
    const code = text.charCodeAt(at)
    next.clear()
    for (const index of active.order) {
      const step = steps[index]
      const start = active.startOf(index)
      if (step?.kind !== 'take' || at >= text.length || at - start >= LONGEST_MATCH) continue
      if ((!best || start <= best.start) && step.accepts(code)) next.add(step.next, start)
    }
    ;[active, next] = [next, active]
    if (!best || active.order.length > 0) continue
    matches.push(best)
    at = best.end - 1
    best = undefined
  }
  return matches
}

/** Where the machine is, and where in the text each of its ways has begun. */
class Threads {
  readonly order: number[] = []
  readonly #starts: Int32Array
  readonly #steps: Machine['steps']

  constructor({ steps }: Machine) {
    this.#steps = steps
    this.#starts = new Int32Array(steps.length).fill(-1)
  }

  startOf(index: number): number {
    return this.#starts[index] ?? -1
  }

  clear(): void {
    for (const index of this.order) this.#starts[index] = -1
    this.order.length = 0
  }

  /** Adds a step with all that it leads to without taking a character; of two beginnings the earlier stays. */
  add(from: number, start: number): void {
    const open = [from]
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const known = this.#starts[index] ?? -1
      if (known >= 0 && known <= start) continue
      if (known < 0) this.order.push(index)
      this.#starts[index] = start
      const step = this.#steps[index]
      if (step?.kind === 'fork') open.push(step.other, step.next)
    }
  }
}
