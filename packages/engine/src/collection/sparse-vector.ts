/** Objects at whole-number places, immutable: each change copies one path of 32-way nodes. */
export interface SparseVector<T extends object> {
  readonly root: SparseNode<T> | undefined
  /** How many levels of nodes stand above the items; with `levels` n, places below 32 ** n exist. */
  readonly levels: number
}

type SparseNode<T extends object> = readonly (SparseNode<T> | T | undefined)[]

const WIDTH = 32

export const EMPTY_VECTOR: SparseVector<never> = { root: undefined, levels: 1 }

/** The item at a place. */
export function itemAt<T extends object>(vector: SparseVector<T>, place: number): T | undefined {
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
export function withItem<T extends object>(
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
  // An emptied node disappears, so that walking costs what is there and not what once was.
  return child === undefined && children.every((other) => other === undefined) ? undefined : children
}

/** The items in the order of their places. */
export function* itemsOf<T extends object>(vector: SparseVector<T>): Generator<T, void, undefined> {
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
