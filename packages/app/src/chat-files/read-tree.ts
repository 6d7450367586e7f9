import type { ChatDocument, ChatTurn } from '@varve/workspace'

/** The turns of a file as they follow each other. */
export interface ChatTree {
  /** As they came; each after the one that it follows. */
  readonly turns: readonly TreeTurn[]
  /** The turns of the branch on show, by their place in `turns`, first to last. */
  readonly shown: readonly number[]
}

export interface TreeTurn {
  readonly turn: ChatTurn
  /** The place of the turn that this one follows; absent at the beginning. */
  readonly parent: number | undefined
  /** Place in its branch, counted from 1. */
  readonly number: number
}

/** Follows every branch of a file. A turn that names a later one as its parent begins a branch of its own. */
export function readTree({ turns, current }: ChatDocument): ChatTree {
  const places = new Map<string, number>()
  const tree: TreeTurn[] = []
  for (const [index, turn] of turns.entries()) {
    const named = turn.parent === undefined ? index - 1 : (places.get(turn.parent ?? '') ?? -1)
    const parent = named >= 0 ? named : undefined
    const before = parent === undefined ? undefined : tree[parent]
    tree.push({ turn, parent, number: (before?.number ?? 0) + 1 })
    places.set(turn.id, index)
  }
  const shown: number[] = []
  let index = (current === undefined ? undefined : places.get(current)) ?? tree.length - 1
  while (index >= 0) {
    shown.unshift(index)
    index = tree[index]?.parent ?? -1
  }
  return { turns: tree, shown }
}
