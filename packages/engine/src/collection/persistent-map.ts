const BITS = 5

const MASK = 31

const WIDTH = 32

const EMPTY_VECTOR: SparseVector<never> = { root: undefined, levels: 1 }

type Entry<V> = readonly [key: string, value: V]

/** Everything a map is made of. Entries are in a vector by a number that only grows. */
interface Parts<V> {
  readonly places: KeyTrie
  readonly entries: SparseVector<Entry<V>>
  readonly next: number
  readonly size: number
}

/**
 * An immutable map with strings as keys. A change returns another map, which shares all but a few
 * nodes with this one. It is walked in insertion order: a key that is set again keeps its place,
 * a key that was deleted and set again is last.
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

/** Objects at whole-number places, immutable: each change copies one path of 32-way nodes. */
interface SparseVector<T extends object> {
  readonly root: SparseNode<T> | undefined
  /** How many levels of nodes are above the items; with `levels` n, places below 32 ** n exist. */
  readonly levels: number
}

type SparseNode<T extends object> = readonly (SparseNode<T> | T | undefined)[]

/** The item at a place. */
function itemAt<T extends object>(vector: SparseVector<T>, place: number): T | undefined {
  let span = WIDTH ** vector.levels
  if (place < 0 || place >= span) return undefined
  let node: SparseNode<T> | T | undefined = vector.root
  for (let level = vector.levels; level > 0 && node !== undefined; level -= 1) {
    span /= WIDTH
    node = (node as SparseNode<T>)[Math.floor(place / span) % WIDTH]
  }
  return node as T | undefined
}

/** The vector with an item at a place, or with none when it is undefined. */
function withItem<T extends object>(
  vector: SparseVector<T>,
  place: number,
  item: T | undefined,
): SparseVector<T> {
  let { root, levels } = vector
  for (; place >= WIDTH ** levels; levels += 1) root = root === undefined ? undefined : [root]
  return { root: replace(root, { place, span: WIDTH ** (levels - 1), item }), levels }
}

interface Replacement<T extends object> {
  readonly place: number
  /** How many places one child of the node covers. */
  readonly span: number
  readonly item: T | undefined
}

function replace<T extends object>(
  node: SparseNode<T> | undefined,
  replacement: Replacement<T>,
): SparseNode<T> | undefined {
  const { place, span, item } = replacement
  const index = Math.floor(place / span) % WIDTH
  const child =
    span === 1
      ? item
      : replace(node?.[index] as SparseNode<T> | undefined, { place, span: span / WIDTH, item })
  const children = node === undefined ? [] : node.slice()
  while (children.length <= index) children.push(undefined)
  children[index] = child
  // An emptied node is removed, so that walking costs what the map holds now.
  return child === undefined && children.every((other) => other === undefined) ? undefined : children
}

/** The items in the order of their places. */
function* itemsOf<T extends object>(vector: SparseVector<T>): Generator<T, void, undefined> {
  if (vector.root === undefined) return
  const nodes: SparseNode<T>[] = [vector.root]
  const indexes = [0]
  while (nodes.length > 0) {
    const depth = nodes.length - 1
    const node = nodes[depth] as SparseNode<T>
    const index = indexes[depth] as number
    if (index >= node.length) {
      nodes.pop()
      indexes.pop()
      continue
    }
    indexes[depth] = index + 1
    const child = node[index]
    if (child === undefined) continue
    if (nodes.length === vector.levels) yield child as T
    else {
      nodes.push(child as SparseNode<T>)
      indexes.push(0)
    }
  }
}

/** A trie over the hash of a key; immutable, so that two versions share what is equal in them. */
type KeyTrie = Branch | Bucket | undefined

interface Branch {
  readonly kind: 'branch'
  /** Which of the 32 places are taken; `children` holds only those, in order. */
  readonly bitmap: number
  readonly children: readonly (Branch | Bucket)[]
}

/** The keys of one hash: nearly always one. */
interface Bucket {
  readonly kind: 'bucket'
  readonly hash: number
  readonly slots: readonly Slot[]
}

interface Slot {
  readonly key: string
  readonly place: number
}

/** The place stored for a key. */
function findPlace(trie: KeyTrie, key: string): number | undefined {
  const hash = hashKey(key)
  let node = trie
  for (let shift = 0; node?.kind === 'branch'; shift += BITS) {
    const bit = bitOf(hash, shift)
    if ((node.bitmap & bit) === 0) return undefined
    node = node.children[indexOf(node.bitmap, bit)]
  }
  return node?.slots.find((slot) => slot.key === key)?.place
}

/** The trie with a place for a key that it does not hold yet. */
function insertPlace(trie: KeyTrie, key: string, place: number): KeyTrie {
  return insert(trie, { kind: 'bucket', hash: hashKey(key), slots: [{ key, place }] }, 0)
}

/** The trie without a key that it holds. */
function removePlace(trie: KeyTrie, key: string): KeyTrie {
  return trie === undefined ? undefined : remove(trie, { key, hash: hashKey(key), shift: 0 })
}

function insert(node: KeyTrie, added: Bucket, shift: number): Branch | Bucket {
  if (node === undefined) return added
  if (node.kind === 'bucket') {
    if (node.hash === added.hash) return { ...node, slots: [...node.slots, ...added.slots] }
    return insert({ kind: 'branch', bitmap: bitOf(node.hash, shift), children: [node] }, added, shift)
  }
  const bit = bitOf(added.hash, shift)
  const index = indexOf(node.bitmap, bit)
  if ((node.bitmap & bit) === 0)
    return { kind: 'branch', bitmap: node.bitmap | bit, children: node.children.toSpliced(index, 0, added) }
  const child = insert(node.children[index], added, shift + BITS)
  return { kind: 'branch', bitmap: node.bitmap, children: node.children.with(index, child) }
}

interface Removal {
  readonly key: string
  readonly hash: number
  readonly shift: number
}

function remove(node: Branch | Bucket, removal: Removal): KeyTrie {
  if (node.kind === 'bucket') {
    const slots = node.slots.filter((slot) => slot.key !== removal.key)
    return slots.length === 0 ? undefined : { ...node, slots }
  }
  const bit = bitOf(removal.hash, removal.shift)
  const index = indexOf(node.bitmap, bit)
  const old = node.children[index]
  if ((node.bitmap & bit) === 0 || old === undefined) return node
  const child = remove(old, { ...removal, shift: removal.shift + BITS })
  const children = child === undefined ? node.children.toSpliced(index, 1) : node.children.with(index, child)
  const only = children.length === 1 ? children[0] : undefined
  if (children.length === 0 || only?.kind === 'bucket') return only
  return { kind: 'branch', bitmap: child === undefined ? node.bitmap & ~bit : node.bitmap, children }
}

function bitOf(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & MASK)
}

/** How many of the taken places are before this one. */
function indexOf(bitmap: number, bit: number): number {
  let bits = bitmap & (bit - 1)
  bits -= (bits >>> 1) & 0x55555555
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** FNV-1a over code units, then mixed, because neighbouring paths differ only in their last ones. */
function hashKey(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
