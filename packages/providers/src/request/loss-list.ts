import type { Loss } from '../wire/wire.ts'

/** Collects what a converter could not express; the same loss many times over is one line with its count. */
export class LossList {
  readonly #counts = new Map<string, { readonly loss: Loss; count: number }>()

  add(what: string, why: string): void {
    const name = `${what}\n${why}`
    const known = this.#counts.get(name)
    if (known) known.count += 1
    else this.#counts.set(name, { loss: { what, why }, count: 1 })
  }

  toArray(): readonly Loss[] {
    return [...this.#counts.values()].map(({ loss, count }) =>
      count === 1 ? loss : { what: `${loss.what} (${count} times)`, why: loss.why },
    )
  }
}
