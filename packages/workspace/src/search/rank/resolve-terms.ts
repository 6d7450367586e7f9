import { quoteTerm } from '../query/match-expression.ts'
import type { SearchPlan, SearchTerm } from '../query/search-plan.ts'
import { STOP_WORDS } from '../query/stop-words.ts'
import type { SearchFilter, SearchSource } from '../search-source.ts'
import { stem } from '../stem.ts'
import { tokenize } from '../tokenize.ts'
import { unstem } from '../unstem.ts'
import { correctWord } from './correct-word.ts'

/** One thing that is sought, in all the forms that stand for it. */
export interface Concept {
  readonly term: SearchTerm
  /** Its weight in the question times how rare it is. */
  readonly worth: number
  /** In how many passages it stands, in all its forms. */
  readonly documents: number
  /** Part of the question itself, and not one of the words that every text holds. */
  readonly isCore: boolean
  readonly isContext: boolean
  /** FTS5 expressions that find it. */
  readonly match: readonly string[]
}

export interface ResolvedTerms {
  readonly concepts: readonly Concept[]
  /** By stem: the place of its concept, and how well the form stands for it. */
  readonly forms: ReadonlyMap<string, Form>
  /** Beginnings of words that may go on. */
  readonly prefixes: ReadonlyMap<string, Form>
  readonly notes: readonly string[]
}

export interface Form {
  readonly concept: number
  readonly factor: number
}

const CONTINUED = 0.6
const CORRECTED = 0.8
const RARE = 2
/** A rare word is taken for a typo as well where what it resembles is so many times as common. */
const FAR_MORE_COMMON = 40
const RARE_CORRECTED = 0.4
const MOST_CONTINUATIONS = 12
const ANYWHERE: SearchFilter = { tags: [], withoutTags: [], paths: [], withoutPaths: [], exclude: [] }

/** Looks every sought word up in the vocabulary: how rare it is, how it may go on, what it was meant to be. */
export function resolveTerms(source: SearchSource, plan: SearchPlan): ResolvedTerms {
  const { passages } = source.totals()
  const concepts: Concept[] = []
  const forms = new Map<string, Form>()
  const prefixes = new Map<string, Form>()
  const notes: string[] = []
  for (const [at, term] of [...plan.terms, ...plan.context].entries()) {
    const isContext = at >= plan.terms.length
    const documents = source.documentFrequency(term.stem)
    const others = isContext ? [] : otherForms(source, term, documents)
    const corrections = others.filter((other) => other.kind === 'corrected')
    if (corrections.length > 0) notes.push(typoNote(source, term, corrections))
    const total = Math.min(passages, documents + others.reduce((sum, other) => sum + other.documents, 0))
    const concept = concepts.length
    if (!forms.has(term.stem)) forms.set(term.stem, { concept, factor: 1 })
    if (term.prefix) prefixes.set(term.word, { concept, factor: documents === 0 ? 1 : CONTINUED })
    for (const other of others)
      if (!forms.has(other.stem)) forms.set(other.stem, { concept, factor: other.factor })
    concepts.push({
      term,
      worth: term.weight * rarity(passages, total),
      documents: total,
      isCore: !isContext && !STOP_WORDS.has(term.word),
      isContext,
      match: [
        quoteTerm(term.word) + (term.prefix ? '*' : ''),
        ...corrections.map((other) => quoteTerm(other.word)),
      ],
    })
  }
  return { concepts, forms, prefixes, notes }
}

/** Names words as they stand in a text: a stem is none that anyone wrote. */
function typoNote(source: SearchSource, term: SearchTerm, corrections: readonly OtherForm[]): string {
  const words = new Set(corrections.flatMap((other) => writtenForm(source, other) ?? []))
  return words.size === 0 ? `typo: ${term.word}` : `typo: ${term.word} → ${[...words].join(', ')}`
}

function writtenForm(source: SearchSource, { word, stem: sought }: OtherForm): string | undefined {
  const found = source.findPassages({ match: quoteTerm(word), limit: 1, filter: ANYWHERE })
  for (const { text } of source.passages(found.map(({ passage }) => passage)))
    for (const token of tokenize(text))
      if (stem(token.word) === sought) return text.slice(token.start, token.end).toLowerCase()
  return undefined
}

function rarity(passages: number, documents: number): number {
  return Math.log(1 + (passages - documents + 0.5) / (documents + 0.5))
}

interface OtherForm {
  readonly kind: 'continued' | 'corrected'
  readonly stem: string
  readonly word: string
  readonly factor: number
  readonly documents: number
}

function otherForms(source: SearchSource, term: SearchTerm, documents: number): readonly OtherForm[] {
  const continued = term.prefix ? continuedForms(source, term, documents) : []
  if (documents > RARE || continued.length > 0 || STOP_WORDS.has(term.word)) return continued
  if (documents === 0 && standsInFields(source, term)) return []
  return correctedForms(source, term, documents)
}

/** A word that stands only in titles or tags is no typo. */
function standsInFields(source: SearchSource, term: SearchTerm): boolean {
  const match = quoteTerm(term.word) + (term.prefix ? '*' : '')
  return source.findFiles({ match, limit: 1, filter: ANYWHERE, weights: [1, 1, 1, 1, 1] }).length > 0
}

function continuedForms(source: SearchSource, term: SearchTerm, documents: number): readonly OtherForm[] {
  return source
    .vocabulary(term.word, `${term.word}\u{10ffff}`)
    .filter((entry) => entry.term !== term.stem)
    .toSorted((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_CONTINUATIONS)
    .map((entry) => ({
      kind: 'continued',
      stem: entry.term,
      word: entry.term,
      factor: documents === 0 ? 1 : CONTINUED,
      documents: entry.documents,
    }))
}

function correctedForms(source: SearchSource, term: SearchTerm, documents: number): readonly OtherForm[] {
  const found: OtherForm[] = []
  for (const sought of correctWord(source, term.word)) {
    const word = unstem(sought)
    const known = source.documentFrequency(sought)
    if (word === undefined || sought === term.stem) continue
    if (documents > 0 && known < documents * FAR_MORE_COMMON) continue
    const factor = documents > 0 ? RARE_CORRECTED : CORRECTED
    found.push({ kind: 'corrected', stem: sought, word, factor, documents: known })
  }
  return found
}
