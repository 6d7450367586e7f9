import type { ChatDocument, ChatTurn } from '@varve/workspace'
import { chatTurnRows, type ChatTurnRows, type RowOptions } from './chat-rows.ts'
import type { TextOf } from './file-texts.ts'
import { plainId } from './plain-id.ts'

export interface DocumentRows {
  readonly turns: readonly ChatTurnRows[]
  /** Those of the branch on show. */
  readonly shown: readonly ChatTurnRows[]
  /** Every other branch, from its first turn to its last. */
  readonly others: readonly (readonly ChatTurnRows[])[]
}

export interface DocumentOptions {
  readonly textOf: TextOf
  readonly textNow?: RowOptions['textNow']
  /** For a document that does not say when it was. */
  readonly at: number
  /** New ids in place of its own. */
  readonly newId?: (() => string) | undefined
}

/** Every turn of a document as storage will have it. */
export async function documentRows(
  document: ChatDocument,
  { textOf, textNow, at, newId }: DocumentOptions,
): Promise<DocumentRows> {
  const tree = readTree(document)
  const idFor = newId ? freshIds(newId) : plainId
  const turns: ChatTurnRows[] = []
  for (const [index, { turn, parent: place }] of tree.turns.entries()) {
    const parent = place === undefined ? undefined : turns[place]
    const otherwise = { at: parent?.endedAt ?? document.created ?? at, model: document.model }
    turns.push(await chatTurnRows(turn, { idFor, textOf, textNow, parent, sequence: index + 1, otherwise }))
  }
  const shown = new Set(tree.shown)
  return {
    turns,
    shown: turns.filter((_, index) => shown.has(index)),
    others: otherBranches(turns, tree),
  }
}

/** More branches come from no person; each is folded by itself. */
const MOST_BRANCHES = 200

function otherBranches(
  turns: readonly ChatTurnRows[],
  { turns: tree, shown }: ChatTree,
): readonly (readonly ChatTurnRows[])[] {
  const followed = new Set(tree.map(({ parent }) => parent))
  const ends = tree.flatMap((_, index) => (followed.has(index) || index === shown.at(-1) ? [] : [index]))
  return ends.slice(-MOST_BRANCHES).map((end) => {
    const branch: ChatTurnRows[] = []
    for (let at: number | undefined = end; at !== undefined; at = tree[at]?.parent) {
      const rows = turns[at]
      if (rows) branch.push(rows)
    }
    return branch.reverse()
  })
}

/** Maps each old id to the same new id everywhere. */
function freshIds(newId: () => string): (id: string) => string {
  const ids = new Map<string, string>()
  return (id) => {
    const known = ids.get(id) ?? newId()
    ids.set(id, known)
    return known
  }
}

/** The turns of a file as they follow each other. */
interface ChatTree {
  /** As they came; each after the one that it follows. */
  readonly turns: readonly TreeTurn[]
  /** The turns of the branch on show, by their place in `turns`, first to last. */
  readonly shown: readonly number[]
}

interface TreeTurn {
  readonly turn: ChatTurn
  /** The place of the turn that this one follows; absent at the beginning. */
  readonly parent: number | undefined
  /** Place in its branch, counted from 1. */
  readonly number: number
}

/** Follows every branch of a file. A turn that names a later one as its parent begins a branch of its own. */
function readTree({ turns, current }: ChatDocument): ChatTree {
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
