/** Names of models come from outside: each is a series of its own in a database of metrics, so only so many are. */
export class BoundedLabel {
  readonly #known = new Set<string>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** The name, or `other` once there are too many. */
  of(name: string): string {
    if (this.#known.has(name)) return name
    if (this.#known.size >= this.#most) return 'other'
    this.#known.add(name)
    return name
  }
}
