import type { Phase } from '@varve/contract'

/** Milliseconds, to the hundredth. A turn's commit ends after its record is written, so it is reported later. */
export type PhaseMilliseconds = Readonly<Record<Exclude<Phase, 'commit'>, number>>

/** Adds up how long the phases of one turn take. */
export class PhaseTimes {
  readonly #timer: () => number
  readonly #taken = new Map<Phase, number>()

  constructor(timer: () => number) {
    this.#timer = timer
  }

  async measure<T>(phase: Phase, act: () => Promise<T>): Promise<T> {
    const start = this.#timer()
    const result = await act()
    this.#add(phase, start)
    return result
  }

  measureNow<T>(phase: Phase, act: () => T): T {
    const start = this.#timer()
    const result = act()
    this.#add(phase, start)
    return result
  }

  taken(phase: Phase): number {
    return toHundredths(this.#taken.get(phase) ?? 0)
  }

  #add(phase: Phase, start: number): void {
    this.#taken.set(phase, (this.#taken.get(phase) ?? 0) + this.#timer() - start)
  }
}

export function toHundredths(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}
