const GROUP_LENGTH = 32

/**
 * An immutable list that grows at its end in constant time. Lists that share a past share a buffer;
 * each sees only its own length, and the second one to grow from the same place copies.
 */
export class AppendLog<T> implements Iterable<T> {
  readonly length: number
  readonly #buffer: T[]
  /** Whole groups of the buffer, as far as anybody has asked for them. */
  readonly #groups: (readonly T[])[]

  private constructor(buffer: T[], length: number, groups: (readonly T[])[] = []) {
    this.#buffer = buffer
    this.length = length
    this.#groups = groups
  }

  static empty<T>(): AppendLog<T> {
    return new AppendLog<T>([], 0)
  }

  static from<T>(items: Iterable<T>): AppendLog<T> {
    const buffer = [...items]
    return new AppendLog(buffer, buffer.length)
  }

  get(index: number): T | undefined {
    return index >= 0 && index < this.length ? this.#buffer[index] : undefined
  }

  last(): T | undefined {
    return this.get(this.length - 1)
  }

  append(items: readonly T[]): AppendLog<T> {
    if (items.length === 0) return this
    const isNewest = this.#buffer.length === this.length
    const buffer = isNewest ? this.#buffer : this.#buffer.slice(0, this.length)
    const groups = isNewest ? this.#groups : this.#groups.slice(0, Math.floor(this.length / GROUP_LENGTH))
    for (const item of items) buffer.push(item)
    return new AppendLog(buffer, buffer.length, groups)
  }

  /** The items in groups; a whole group that a shorter list had is the very same array. */
  groups(): readonly (readonly T[])[] {
    const whole = Math.floor(this.length / GROUP_LENGTH)
    for (let start = this.#groups.length * GROUP_LENGTH; this.#groups.length < whole; start += GROUP_LENGTH)
      this.#groups.push(this.#buffer.slice(start, start + GROUP_LENGTH))
    return [...this.#groups.slice(0, whole), this.slice(whole * GROUP_LENGTH)]
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.length; index += 1) yield this.#buffer[index] as T
  }

  /** The items from `from` on, as a plain array. */
  slice(from = 0, to = this.length): readonly T[] {
    return this.#buffer.slice(from, Math.min(to, this.length))
  }

  toJSON(): readonly T[] {
    return this.slice()
  }
}
