/** Counts what a conversion leaves out, so that it can be said in a line each. */
export class LossCounter {
  readonly #counts = new Map<string, number>()

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  list(): readonly string[] {
    return [...this.#counts].map(([what, count]) => `${count} ${what}`)
  }
}
