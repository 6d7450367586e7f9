import { findPlace, insertPlace, type KeyTrie, removePlace } from './key-trie.ts'
import { EMPTY_VECTOR, itemAt, itemsOf, type SparseVector, withItem } from './sparse-vector.ts'

type Entry<V> = readonly [key: string, value: V]

/** Everything a map is made of. Entries stand in a vector by a number that only grows. */
interface Parts<V> {
  readonly places: KeyTrie
  readonly entries: SparseVector<Entry<V>>
  readonly next: number
  readonly size: number
}

/**
 * An immutable map with strings as keys. A change returns another map, which shares all but a few
 * nodes with this one. It is walked in insertion order: a key that is set again keeps its place,
 * a key that was deleted and set again stands last.
 */
export class PersistentMap<V> implements Iterable<Entry<V>> {
  readonly #parts: Parts<V>

  private constructor(parts: Parts<V>) {
    this.#parts = parts
  }

  static empty<V>(): PersistentMap<V> {
    return new PersistentMap<V>({ places: undefined, entries: EMPTY_VECTOR, next: 0, size: 0 })
  }

  static from<V>(entries: Iterable<Entry<V>>): PersistentMap<V> {
    let map = PersistentMap.empty<V>()
    for (const [key, value] of entries) map = map.set(key, value)
    return map
  }

  get size(): number {
    return this.#parts.size
  }

  get(key: string): V | undefined {
    return this.#entry(key)?.[1]
  }

  has(key: string): boolean {
    return findPlace(this.#parts.places, key) !== undefined
  }

  /** The map with this value under this key; the same map when nothing changes. */
  set(key: string, value: V): PersistentMap<V> {
    const { places, entries, next, size } = this.#parts
    const place = findPlace(places, key)
    if (place === undefined) {
      return new PersistentMap({
        places: insertPlace(places, key, next),
        entries: withItem(entries, next, [key, value]),
        next: next + 1,
        size: size + 1,
      })
    }
    const old = itemAt(entries, place)
    if (old !== undefined && Object.is(old[1], value)) return this
    return new PersistentMap({ ...this.#parts, entries: withItem(entries, place, [key, value]) })
  }

  /** The map without this key; the same map when it has none. */
  delete(key: string): PersistentMap<V> {
    const { places, entries, next, size } = this.#parts
    const place = findPlace(places, key)
    if (place === undefined) return this
    if (size === 1) return PersistentMap.empty()
    return new PersistentMap({
      places: removePlace(places, key),
      entries: withItem(entries, place, undefined),
      next,
      size: size - 1,
    })
  }

  [Symbol.iterator](): Iterator<Entry<V>> {
    return itemsOf(this.#parts.entries)
  }

  toJSON(): readonly Entry<V>[] {
    return [...this]
  }

  #entry(key: string): Entry<V> | undefined {
    const place = findPlace(this.#parts.places, key)
    return place === undefined ? undefined : itemAt(this.#parts.entries, place)
  }
}
