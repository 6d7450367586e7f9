import type { LanguageTree } from './compile-areas.ts'
import type { FrameEntry, TreeEntry, TreeTerm } from './tree-entry.ts'
import type { FoundTerm } from './find-pairs.ts'
import { walkPhrases } from './phrase-trie.ts'
import type { Words } from './split-words.ts'

export interface Span {
  readonly from: number
  readonly to: number
}

export type AreaSpan = Span & { readonly area: number }

/** The words of a text with what stands between them. */
export interface Passage {
  readonly words: Words
  readonly stems: readonly string[]
  /** A long text has some word of every area, and more than one request. */
  readonly isLong: boolean
  readonly isSentenceStart: (at: number) => boolean
  readonly isClauseStart: (at: number) => boolean
}

export interface FoundCue extends Span {
  readonly key: string
  readonly strength: number
}

/** What the tree has for a text, place by place. */
export interface Collected {
  readonly terms: FoundTerm[]
  readonly negatives: AreaSpan[]
  readonly denials: Span[]
  readonly addressees: Span[]
  readonly frames: { readonly entry: FrameEntry; readonly from: number }[]
  readonly matter: FoundCue[]
  readonly idle: FoundCue[]
}

/** How far a denial reaches, in words. */
const DENIAL_REACH = 8
/** A term that stands more often says no more. */
const MOST_TIMES = 16

export function collectEntries(tree: LanguageTree, passage: Passage): Collected {
  const { words, stems, isLong } = passage
  const all: Collected = {
    terms: [],
    negatives: [],
    denials: [],
    addressees: [],
    frames: [],
    matter: [],
    idle: [],
  }
  const seen = new Map<TreeTerm, number>()
  const found = ({ entry, from, to }: Span & { readonly entry: TreeEntry }): void => {
    switch (entry.kind) {
      case 'term': {
        const times = seen.get(entry) ?? 0
        seen.set(entry, times + 1)
        if (times < MOST_TIMES && !(isLong && entry.isHint))
          all.terms.push({ entry, from, to, isApart: false })
        return
      }
      case 'negative':
        all.negatives.push({ area: entry.area, from, to })
        return
      case 'denial':
        all.denials.push(entry.isAround ? { from, to } : { from: to, to: denialEnd(tree, passage, to) })
        return
      case 'addressee':
        all.addressees.push({ from, to })
        return
      case 'cue':
        if (isAsWritten(entry.words, words.folded, from))
          all[entry.of].push({ key: entry.key, strength: entry.strength, from, to })
        return
      case 'frame':
        if (!isLong && isAsWritten(entry.words, words.folded, from)) all.frames.push({ entry, from })
        return
      default:
        entry satisfies never
    }
  }
  const isLoose = (at: number): boolean => tree.loose.has(words.folded[at] ?? '')
  walkPhrases<TreeEntry>({ root: tree.root, stems, isLoose, isBreak: passage.isSentenceStart, found })
  return all
}

/** A stem belongs to other words too: "leaves" fall, and "leave" is taken; French "danser" is no "dans". */
function isAsWritten(cue: readonly string[], folded: readonly string[], from: number): boolean {
  return cue.every((word, at) => {
    const other = folded[from + at] ?? ''
    return word === other || `${word}s` === other || word === `${other}s`
  })
}

function denialEnd(tree: LanguageTree, { words, isClauseStart }: Passage, from: number): number {
  const last = Math.min(words.folded.length, from + DENIAL_REACH)
  for (let at = from; at < last; at += 1)
    if ((at > from && isClauseStart(at)) || tree.turns.has(words.folded[at] ?? '')) return at
  return last
}
