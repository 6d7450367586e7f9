const GROUP_LENGTH = 32

/**
 * An immutable list that grows at its end in constant time. Lists that share a past share the groups that hold it; each
 * sees only its own length, and the second one to grow from the same place copies the last group and the list of groups.
 */
export class AppendLog<T> implements Iterable<T> {
  readonly length: number
  /** All but the last are whole, and a whole one never changes. */
  readonly #groups: T[][]

  private constructor(groups: T[][], length: number) {
    this.#groups = groups
    this.length = length
  }

  static empty<T>(): AppendLog<T> {
    return new AppendLog<T>([], 0)
  }

  static from<T>(items: Iterable<T>): AppendLog<T> {
    const groups: T[][] = []
    return new AppendLog(groups, pushAll(groups, items))
  }

  get(index: number): T | undefined {
    return index >= 0 && index < this.length
      ? this.#groups[Math.floor(index / GROUP_LENGTH)]?.[index % GROUP_LENGTH]
      : undefined
  }

  last(): T | undefined {
    return this.get(this.length - 1)
  }

  append(items: readonly T[]): AppendLog<T> {
    if (items.length === 0) return this
    const isNewest = lengthOf(this.#groups) === this.length
    const groups = isNewest ? this.#groups : this.#ownGroups()
    return new AppendLog(groups, pushAll(groups, items))
  }

  /** The first `length` items; the groups are shared until one of the two grows. */
  take(length: number): AppendLog<T> {
    return length >= this.length ? this : new AppendLog(this.#groups, length)
  }

  /** The items in groups; a whole group that a shorter list had is the very same array. */
  groups(): readonly (readonly T[])[] {
    return this.#ownGroups()
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.length; index += 1) yield this.get(index) as T
  }

  /** The items from `from` on, as a plain array; negative counts from the end. */
  slice(from = 0, to = this.length): readonly T[] {
    const first = Math.max(0, from < 0 ? this.length + from : from)
    const end = Math.min(this.length, to < 0 ? this.length + to : to)
    const items: T[] = []
    for (let start = first - (first % GROUP_LENGTH); start < end; start += GROUP_LENGTH) {
      const group = this.#groups[start / GROUP_LENGTH] ?? []
      items.push(...group.slice(Math.max(0, first - start), end - start))
    }
    return items
  }

  toJSON(): readonly T[] {
    return this.slice()
  }

  /** The groups as far as this list goes: one that is not whole, or that others have filled, as a copy. */
  #ownGroups(): T[][] {
    const whole = Math.floor(this.length / GROUP_LENGTH)
    const groups = this.#groups.slice(0, whole)
    const rest = this.length % GROUP_LENGTH
    if (rest > 0) groups.push(this.#groups[whole]?.slice(0, rest) ?? [])
    return groups
  }
}

/** Fills the last group, then others. Returns how many items there are. */
function pushAll<T>(groups: T[][], items: Iterable<T>): number {
  let last = groups.at(-1)
  for (const item of items) {
    if (last === undefined || last.length === GROUP_LENGTH) {
      last = []
      groups.push(last)
    }
    last.push(item)
  }
  return lengthOf(groups)
}

function lengthOf(groups: readonly (readonly unknown[])[]): number {
  const last = groups.at(-1)
  return last === undefined ? 0 : (groups.length - 1) * GROUP_LENGTH + last.length
}
