import type { TraceTurn } from './trace-schema.ts'

interface Node<Value> {
  readonly value: Value
  /** The branch that the value stands on. */
  readonly branch: string
  isContinued: boolean
}

/** Where a turn goes on from. */
export interface TurnPlace<Value> {
  readonly from: Value
  readonly branch: string
}

/** The turns of a conversation with their branches: the second turn to continue from a place begins a new one. */
export class TurnTree<Value> {
  readonly #root: Node<Value>
  readonly #nodes = new Map<number, Node<Value>>()
  #last: Node<Value>
  #count = 0

  constructor(root: Value) {
    this.#root = { value: root, branch: 'main', isContinued: false }
    this.#last = this.#root
  }

  /** After the line before it, or after the turn that it names; a text says why neither is possible. */
  place({ turn, parent }: TraceTurn): TurnPlace<Value> | string {
    const node = this.#find(turn, parent ?? undefined)
    if (typeof node === 'string') return node
    const branch = node.isContinued ? `branch-${this.#count + 1}` : node.branch
    node.isContinued = true
    return { from: node.value, branch }
  }

  add({ turn }: TraceTurn, branch: string, value: Value): void {
    this.#count += 1
    this.#last = { value, branch, isContinued: false }
    this.#nodes.set(turn, this.#last)
  }

  #find(turn: number, parent: number | undefined): Node<Value> | string {
    if (parent === undefined)
      return this.#nodes.has(turn) ? `turn ${turn} was given before; a branch names its parent` : this.#last
    if (parent === 0 && !this.#nodes.has(0)) return this.#root
    return this.#nodes.get(parent) ?? `parent: there is no turn ${parent} before this one`
  }
}
