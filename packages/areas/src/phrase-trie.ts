/** A tree of stemmed words; what ends at a node is what was matched when it is reached. */
export interface PhraseNode<Entry> {
  /** Made when needed: most nodes are the end of a phrase, and there are many. */
  next?: Map<string, PhraseNode<Entry>>
  /** Any one word. */
  any?: PhraseNode<Entry>
  entries?: Entry[]
}

export interface PhraseMatch<Entry> {
  readonly entry: Entry
  /** The first word, and the one behind the last. */
  readonly from: number
  readonly to: number
}

export const WILDCARD = '*'
/** In a row, inside a phrase. */
const MOST_LOOSE = 2

export function createPhraseNode<Entry>(): PhraseNode<Entry> {
  return {}
}

export function addPhrase<Entry>(root: PhraseNode<Entry>, words: readonly string[], entry: Entry): void {
  let node = root
  for (const word of words) {
    if (word === WILDCARD) {
      node.any ??= createPhraseNode()
      node = node.any
      continue
    }
    node.next ??= new Map()
    let known = node.next.get(word)
    if (!known) {
      known = createPhraseNode<Entry>()
      node.next.set(word, known)
    }
    node = known
  }
  if (node.entries) node.entries.push(entry)
  else node.entries = [entry]
}

export interface Walk<Entry> {
  readonly root: PhraseNode<Entry>
  readonly stems: readonly string[]
  /** Whether the word may be passed over inside a phrase. */
  readonly isLoose: (at: number) => boolean
  /** Whether a sentence ends before the word, so that no phrase reaches over. */
  readonly isBreak: (at: number) => boolean
  readonly found: (match: PhraseMatch<Entry>) => void
}

/** Reports every phrase of the tree at every place. The tree is shallow, so time grows with the text alone. */
export function walkPhrases<Entry>(walk: Walk<Entry>): void {
  const { root, stems } = walk
  for (let from = 0; from < stems.length; from += 1) {
    const node = root.next?.get(stems[from] ?? '')
    if (node) step(walk, node, { from, at: from + 1, loose: 0 })
  }
}

interface Position {
  readonly from: number
  readonly at: number
  readonly loose: number
}

function step<Entry>(walk: Walk<Entry>, node: PhraseNode<Entry>, { from, at, loose }: Position): void {
  if (loose === 0 && node.entries) for (const entry of node.entries) walk.found({ entry, from, to: at })
  if (at >= walk.stems.length || (!node.next && !node.any) || walk.isBreak(at)) return
  const word = walk.stems[at] ?? ''
  const next = node.next?.get(word)
  if (next) step(walk, next, { from, at: at + 1, loose: 0 })
  if (node.any) step(walk, node.any, { from, at: at + 1, loose: 0 })
  if (loose < MOST_LOOSE && walk.isLoose(at)) step(walk, node, { from, at: at + 1, loose: loose + 1 })
}
