import { LANGUAGES, type Language } from './area.ts'
import type { CompiledAreas, LanguageTree, TreeEntry, TreeTerm } from './compile-areas.ts'
import type { LanguageGuess } from './guess-language.ts'
import { walkPhrases } from './phrase-trie.ts'
import type { Words } from './split-words.ts'

/** Words of a text, from one to before another. */
interface Span {
  readonly from: number
  readonly to: number
}

/** A term of an area in the text. */
export interface TermMatch extends Span {
  readonly area: number
  readonly key: string
  readonly weight: number
  readonly size: number
  readonly isHint: boolean
  /** The text says that this is not its matter. */
  readonly isDenied: boolean
}

export interface Findings {
  /** Without those that a negative covers. */
  readonly terms: readonly TermMatch[]
  /** How strongly different cues together say that something is to be settled, and that nothing is. */
  readonly matter: number
  readonly idle: number
}

/** Repeats beyond this add nothing. */
const MOST_TIMES = 16
/** A longer text has some word of every area. */
const MOST_WORDS_WITH_HINTS = 1_000
const SENTENCE_END = /[.!?;:…](?:\s|$)|\n\s*\n/
/** No phrase reaches over a longer gap, whatever it consists of. */
const LONGEST_GAP = 40
/** How far a denial reaches, in words: at most to the end of its clause. */
const DENIAL_REACH = 8
const CLAUSE_END = /[.!?;:,…()\n—–]/
const SMALL = /\p{Ll}/u

/** What there is in a text: terms of areas, and cues; in its language, or in each where that is not clear. */
export function findMatches(
  { treeOf }: CompiledAreas,
  { text, words, guess }: { readonly text: string; readonly words: Words; readonly guess: LanguageGuess },
): Findings {
  const languages: readonly Language[] = guess.language ? [guess.language] : LANGUAGES
  const all = languages.map((language) => findingsIn(treeOf(language), text, words))
  return {
    terms: all.flatMap(({ terms }) => terms),
    matter: Math.max(...all.map(({ matter }) => matter)),
    idle: Math.max(...all.map(({ idle }) => idle)),
  }
}

function findingsIn(tree: LanguageTree, text: string, words: Words): Findings {
  const { folded, starts, ends } = words
  const found: { readonly entry: TreeTerm; readonly from: number; readonly to: number }[] = []
  const negatives: (Span & { readonly area: number })[] = []
  const denied = new Set<number>()
  const strengths = { matter: new Map<string, number>(), idle: new Map<string, number>() }
  const times = new Map<TreeTerm, number>()
  const isLoose = (at: number): boolean => tree.loose.has(folded[at] ?? '')
  const gap = (at: number): string => text.slice(ends[at - 1] ?? 0, starts[at] ?? 0)
  const deny = (from: number): void => {
    const last = Math.min(folded.length, from + DENIAL_REACH)
    for (let at = from; at < last && !tree.turns.has(folded[at] ?? ''); at += 1) {
      if (at > from && CLAUSE_END.test(gap(at))) return
      denied.add(at)
    }
  }
  walkPhrases<TreeEntry>({
    root: tree.root,
    stems: stemAll(tree, folded),
    isLoose,
    isBreak: (at) => isBreak(gap(at)),
    found: ({ entry, from, to }) => {
      if (entry.kind === 'negative') negatives.push({ area: entry.area, from, to })
      else if (entry.kind === 'denial') deny(to)
      else if (entry.kind === 'cue') {
        const cues = strengths[entry.of]
        if (isAsWritten(entry.words, folded, from))
          cues.set(entry.key, Math.max(entry.strength, cues.get(entry.key) ?? 0))
      } else {
        const count = times.get(entry) ?? 0
        times.set(entry, count + 1)
        if (count < MOST_TIMES && !(entry.isHint && folded.length > MOST_WORDS_WITH_HINTS))
          found.push({ entry, from, to })
      }
    },
  })
  const terms = found.flatMap(({ entry, from, to }) => {
    const { area, key, size, isHint } = entry
    const isSmall = SMALL.test(text.slice(starts[from], ends[to - 1]))
    const weight = weightOf(entry, folded.slice(from, to), { loose: tree.loose, isSmall })
    const isTaken = negatives.some((one) => one.area === area && covers(one, { from, to }, isLoose))
    if (weight === 0 || isTaken) return []
    return { area, key, weight, size, isHint, from, to, isDenied: denied.has(from) }
  })
  return { terms, matter: sum(strengths.matter), idle: sum(strengths.idle) }
}

function sum(strengths: ReadonlyMap<string, number>): number {
  return [...strengths.values()].reduce((total, one) => total + one, 0)
}

/** A stem belongs to other words too: "leaves" fall, and "leave" is taken; French "danser" is no "dans". */
function isAsWritten(cue: readonly string[], folded: readonly string[], from: number): boolean {
  return cue.every((word, at) => {
    const other = folded[from + at] ?? ''
    return word === other || `${word}s` === other || word === `${other}s`
  })
}

/** Of the very form that is in the text, where the file has it. */
function weightOf(
  { forms, capitals, weight }: TreeTerm,
  words: readonly string[],
  { loose, isSmall }: { readonly loose: ReadonlySet<string>; readonly isSmall: boolean },
): number {
  if (isSmall && capitals.has(words.join(' '))) return 0
  const firm = words.filter((word) => !loose.has(word))
  return forms.get(words.join(' ')) ?? forms.get(firm.join(' ')) ?? weight
}

/** Stems each distinct word once. */
function stemAll({ stem }: LanguageTree, folded: readonly string[]): readonly string[] {
  const known = new Map<string, string>()
  return folded.map((word) => {
    const stemmed = known.get(word) ?? stem(word)
    known.set(word, stemmed)
    return stemmed
  })
}

function isBreak(gap: string): boolean {
  return gap.length > 1 && (gap.length > LONGEST_GAP || SENTENCE_END.test(gap))
}

/** Whether a negative has all words of a term but for loose ones: "will to live" covers "my will". */
function covers(negative: Span, { from, to }: Span, isLoose: (at: number) => boolean): boolean {
  let isTouched = false
  for (let at = from; at < to; at += 1) {
    const isInside = at >= negative.from && at < negative.to
    if (!isInside && !isLoose(at)) return false
    isTouched ||= isInside
  }
  return isTouched
}
