import { type Hash, hashText } from '../artifact/hash.ts'

const WIDTH = 32

/** A leaf keeps the hashes of its items, so that a change beside an item never hashes it again. */
interface Leaf<T> {
  readonly kind: 'leaf'
  readonly items: readonly T[]
  readonly hashes: (Hash | undefined)[]
  hash: Hash | undefined
}

interface Branch<T> {
  readonly kind: 'branch'
  readonly children: readonly Node<T>[]
  hash: Hash | undefined
}

type Node<T> = Leaf<T> | Branch<T>

/** A list of zero to 32 items is one leaf; each level above holds 32 times as many. */
interface Parts<T> {
  readonly root: Node<T>
  /** How many items one child of the root covers. */
  readonly span: number
  readonly length: number
  readonly hashOf: (item: T) => Hash
}

/**
 * An immutable list with one hash over its items, kept as a tree. A change returns another list
 * that shares all but one path, and only that path is hashed again. Nodes fill from the left, so
 * the shape follows from the length and the hash depends on the sequence of item hashes alone.
 */
export class HashedList<T> implements Iterable<T> {
  readonly #parts: Parts<T>
  #hash: Hash | undefined

  private constructor(parts: Parts<T>) {
    this.#parts = parts
  }

  static empty<T>(hashOf: (item: T) => Hash): HashedList<T> {
    return new HashedList({ root: leafOf<T>([], []), span: 1, length: 0, hashOf })
  }

  static from<T>(items: Iterable<T>, hashOf: (item: T) => Hash): HashedList<T> {
    const all = [...items]
    let nodes: Node<T>[] = inGroups(all).map((group) => leafOf(group, []))
    let span = 1
    for (; nodes.length > 1; span *= WIDTH) nodes = inGroups(nodes).map(branchOf)
    const root = nodes[0]
    return root === undefined
      ? HashedList.empty(hashOf)
      : new HashedList({ root, span, length: all.length, hashOf })
  }

  get length(): number {
    return this.#parts.length
  }

  /** The hash of the length and of every item's hash in order; computed when it is first read. */
  get hash(): Hash {
    const { root, length, hashOf } = this.#parts
    this.#hash ??= hashText(`list ${length}\n${hashNode(root, hashOf)}`)
    return this.#hash
  }

  get(index: number): T | undefined {
    return index >= 0 && index < this.length ? this.#leaf(index).items[index % WIDTH] : undefined
  }

  append(item: T): HashedList<T> {
    const { root, span, length, hashOf } = this.#parts
    const full = length === span * WIDTH
    const grown = full ? branchOf([root]) : root
    const wider = full ? span * WIDTH : span
    return new HashedList({
      root: place(grown, { index: length, span: wider, item }),
      span: wider,
      length: length + 1,
      hashOf,
    })
  }

  /** The list with another item at an index that it has. */
  set(index: number, item: T): HashedList<T> {
    const { root, span, length } = this.#parts
    if (!Number.isInteger(index) || index < 0 || index >= length)
      throw new RangeError(`index ${index} is outside a list of ${length} items`)
    if (Object.is(this.get(index), item)) return this
    return new HashedList({ ...this.#parts, root: place(root, { index, span, item }) })
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let start = 0; start < this.length; start += WIDTH) yield* this.#leaf(start).items
  }

  /** The items in groups; a group that another version has too is the very same array. */
  groups(): readonly (readonly T[])[] {
    const groups: (readonly T[])[] = []
    for (let start = 0; start < this.length; start += WIDTH) groups.push(this.#leaf(start).items)
    return groups
  }

  /** The items from `from` up to but without `to`, as a plain array; negative counts from the end. */
  slice(from = 0, to = this.length): readonly T[] {
    const first = Math.max(0, from < 0 ? this.length + from : from)
    const end = Math.min(this.length, to < 0 ? this.length + to : to)
    const items: T[] = []
    for (let start = first - (first % WIDTH); start < end; start += WIDTH)
      items.push(...this.#leaf(start).items.slice(Math.max(0, first - start), end - start))
    return items
  }

  toJSON(): readonly T[] {
    return this.slice()
  }

  #leaf(index: number): Leaf<T> {
    let node = this.#parts.root
    for (let span = this.#parts.span; node.kind === 'branch'; span /= WIDTH)
      node = node.children[Math.floor(index / span) % WIDTH] as Node<T>
    return node
  }
}

interface Placement<T> {
  readonly index: number
  /** How many items one child of the node covers. */
  readonly span: number
  readonly item: T
}

/** The node with an item at an index that it has, or at the first one that is free. */
function place<T>(node: Node<T> | undefined, placement: Placement<T>): Node<T> {
  const { index, span, item } = placement
  const at = Math.floor(index / span) % WIDTH
  if (span === 1) {
    const leaf = node as Leaf<T> | undefined
    const items = leaf?.items.slice() ?? []
    const hashes = leaf?.hashes.slice() ?? []
    items[at] = item
    hashes[at] = undefined
    return leafOf(items, hashes)
  }
  const children = (node as Branch<T> | undefined)?.children.slice() ?? []
  children[at] = place(children[at], { index, span: span / WIDTH, item })
  return branchOf(children)
}

function leafOf<T>(items: readonly T[], hashes: (Hash | undefined)[]): Leaf<T> {
  return { kind: 'leaf', items, hashes, hash: undefined }
}

function branchOf<T>(children: readonly Node<T>[]): Branch<T> {
  return { kind: 'branch', children, hash: undefined }
}

function hashNode<T>(node: Node<T>, hashOf: (item: T) => Hash): Hash {
  node.hash ??= hashText(`${node.kind}\n${hashesIn(node, hashOf).join('\n')}`)
  return node.hash
}

function hashesIn<T>(node: Node<T>, hashOf: (item: T) => Hash): readonly Hash[] {
  if (node.kind === 'branch') return node.children.map((child) => hashNode(child, hashOf))
  return node.items.map((item, index) => {
    const hash = node.hashes[index] ?? hashOf(item)
    node.hashes[index] = hash
    return hash
  })
}

function inGroups<T>(items: readonly T[]): T[][] {
  const groups: T[][] = []
  for (let start = 0; start < items.length; start += WIDTH) groups.push(items.slice(start, start + WIDTH))
  return groups
}
