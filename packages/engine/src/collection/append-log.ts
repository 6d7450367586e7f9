/**
 * An immutable list that grows at its end in constant time. Lists that share a past share a buffer;
 * each sees only its own length, and the second one to grow from the same place copies.
 */
export class AppendLog<T> implements Iterable<T> {
  readonly length: number
  readonly #buffer: T[]

  private constructor(buffer: T[], length: number) {
    this.#buffer = buffer
    this.length = length
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
    const buffer = this.#buffer.length === this.length ? this.#buffer : this.#buffer.slice(0, this.length)
    for (const item of items) buffer.push(item)
    return new AppendLog(buffer, buffer.length)
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
