/** Paths by something that several may share, though nearly always one has it alone. */
export class PathsByKey {
  readonly #paths = new Map<string, string | Set<string>>()

  add(key: string, path: string): void {
    const known = this.#paths.get(key)
    if (known === undefined) this.#paths.set(key, path)
    else if (typeof known !== 'string') known.add(path)
    else if (known !== path) this.#paths.set(key, new Set([known, path]))
  }

  remove(key: string, path: string): void {
    const known = this.#paths.get(key)
    if (known === path) this.#paths.delete(key)
    if (typeof known !== 'object' || !known.delete(path)) return
    const [left] = known
    if (left !== undefined && known.size === 1) this.#paths.set(key, left)
  }

  /** A string where there is one only. */
  get(key: string): string | ReadonlySet<string> | undefined {
    return this.#paths.get(key)
  }

  /** The path of this key where it is the only one. */
  only(key: string): string | undefined {
    const known = this.#paths.get(key)
    return typeof known === 'string' ? known : undefined
  }
}
