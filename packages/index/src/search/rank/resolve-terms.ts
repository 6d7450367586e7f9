import { mayBeJoined, stem, tokenize } from '@varve/workspace/notes'
import { quoteTerm, type SearchPlan, type SearchTerm, STOP_WORDS } from '../query/search-plan.ts'
import { type Correction, correctWord, mostMistakes, editDistance } from './correct-word.ts'
import { ANYWHERE, type SearchSource } from '../search-source.ts'

/** One thing to search for, in all its forms. */
export interface Concept {
  readonly term: SearchTerm
  /** Index of its search term. A word as typed and its completions share one. */
  readonly place: number
  /** Its weight in the question times how rare it is. */
  readonly worth: number
  /** Number of passages that contain any of its forms. */
  readonly documents: number
  /** Part of the question itself, and not one of the words that every text holds. */
  readonly isCore: boolean
  readonly isContext: boolean
  /** Not as typed: a likely correction. */
  readonly isGuess?: boolean
  /** FTS5 expressions that find it. */
  readonly match: readonly string[]
}

export interface ResolvedTerms {
  readonly concepts: readonly Concept[]
  /** By stem: the index of its concept, and how well the form matches. */
  readonly forms: ReadonlyMap<string, Form>
  /** Prefixes of words. */
  readonly prefixes: ReadonlyMap<string, Form>
  readonly notes: readonly string[]
}

export interface Form {
  readonly concept: number
  readonly factor: number
}

/** However often longer words are in a text, they say less than the word itself does once. */
const CONTINUED = 0.3
/** With a particle or a second word joined to it, it is the word itself. */
const JOINED = 0.8
const CORRECTED = 0.8
const RARE = 2
/** A rare word is taken for a typo as well where what it resembles is so many times as common. */
const FAR_MORE_COMMON = 40
const RARE_CORRECTED = 0.4
const MOST_CORRECTIONS = 3
const MOST_CONTINUATIONS = 12
/** Files whose names are read for a word that begins like the one typed. */
const READ_FOR_BEGINNING = 50

/** Looks up every search word in the vocabulary: how rare it is, its completions, its corrections. */
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
    if (corrections.length > 0) notes.push(typoNote(term, corrections))
    const total = Math.min(passages, documents + others.reduce((sum, other) => sum + other.documents, 0))
    const known = { term, place: at, isCore: !isContext && !STOP_WORDS.has(term.word), isContext }
    const isBeside = isThereAsTyped(source, term, { documents, others })
    const whole = concepts.length
    const longer = isBeside ? whole + 1 : whole
    if (!forms.has(term.stem)) forms.set(term.stem, { concept: whole, factor: 1 })
    if (term.prefix) prefixes.set(term.word, { concept: longer, factor: 1 })
    for (const other of others)
      if (!forms.has(other.stem)) forms.set(other.stem, { concept: longer, factor: other.factor })
    const worth = term.weight * rarity(passages, total)
    const opens = term.prefix && corrections.length === 0
    const beginning = `${quoteTerm(term.word)}${opens ? '*' : ''}`
    if (isBeside)
      concepts.push(
        {
          ...known,
          worth: term.weight * rarity(passages, documents),
          documents,
          match: [quoteTerm(term.word)],
        },
        {
          ...known,
          worth: worth * (mayBeJoined(term.word) ? JOINED : CONTINUED),
          documents: total - documents,
          match: [beginning],
        },
      )
    else
      concepts.push({
        ...known,
        worth,
        documents: total,
        ...(corrections.length > 0 ? { isGuess: true } : {}),
        match: [beginning, ...corrections.map((other) => quoteTerm(other.word))],
      })
  }
  return { concepts, forms, prefixes, notes }
}

/** Whether the word occurs as typed. If so, its completions count as something else. */
function isThereAsTyped(
  source: SearchSource,
  term: SearchTerm,
  { documents, others }: { readonly documents: number; readonly others: readonly OtherForm[] },
): boolean {
  if (!others.some((other) => other.kind === 'continued')) return false
  return documents > 0 || filesNamed(source, quoteTerm(term.word), 1).length > 0
}

/** Names words as they are in a text: a stem is none that anyone wrote. */
function typoNote({ word }: SearchTerm, corrections: readonly OtherForm[]): string {
  const written = new Set(corrections.flatMap((other) => other.written ?? []))
  return written.size === 0 ? `typo: ${word}` : `typo: ${word} → ${[...written].join(', ')}`
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
  /** As it is in a text. */
  readonly written?: string
}

function otherForms(source: SearchSource, term: SearchTerm, documents: number): readonly OtherForm[] {
  const continued = term.prefix ? continuedForms(source, term) : []
  if (documents > RARE || continued.length > 0 || STOP_WORDS.has(term.word)) return continued
  if (documents === 0 && standsInFields(source, term)) return []
  return correctedForms(source, term, documents)
}

function filesNamed(source: SearchSource, match: string, limit: number): readonly number[] {
  return source.findFiles({ match, limit, filter: ANYWHERE, weights: [1, 1, 1, 1, 1] })
}

/** A word that occurs only in titles or tags is no typo. */
function standsInFields(source: SearchSource, term: SearchTerm): boolean {
  if (filesNamed(source, quoteTerm(term.word), 1).length > 0) return true
  if (!term.prefix) return false
  // SQLite also stems the prefix and so matches other continuations: check them.
  return source
    .files(filesNamed(source, `${quoteTerm(term.word)}*`, READ_FOR_BEGINNING))
    .some((file) =>
      [file.title, ...file.aliases, ...file.headings, ...file.tags, file.path].some((text) =>
        tokenize(text).some((token) => token.word.startsWith(term.word)),
      ),
    )
}

function continuedForms(source: SearchSource, term: SearchTerm): readonly OtherForm[] {
  return source
    .vocabulary(term.word, `${term.word}\u{10ffff}`)
    .filter((entry) => entry.term !== term.stem)
    .toSorted((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_CONTINUATIONS)
    .map((entry) => ({
      kind: 'continued',
      stem: entry.term,
      word: entry.term,
      factor: 1,
      documents: entry.documents,
    }))
}

/** Corrections that really occur, with the fewest mistakes. */
function correctedForms(source: SearchSource, term: SearchTerm, documents: number): readonly OtherForm[] {
  const found: OtherForm[] = []
  let fewest = Number.POSITIVE_INFINITY
  for (const guess of correctWord(source, term.word)) {
    if (guess.distance > fewest || found.length === MOST_CORRECTIONS) break
    const known = source.documentFrequency(guess.term)
    if (guess.term === term.stem || (documents > 0 && known < documents * FAR_MORE_COMMON)) continue
    const written = writtenWord(source, term.word, guess)
    if (written === undefined) continue
    fewest = guess.distance
    found.push({
      kind: 'corrected',
      stem: guess.term,
      word: guess.word,
      factor: documents > 0 ? RARE_CORRECTED : CORRECTED,
      documents: known,
      written,
    })
  }
  return found
}

/** Passages that are read for it. */
const READ = 40
/** Endings that a corrected word may have: "tomato" finds "tomatoes". */
const INFLECTION = /^(?:s|es|d|ed|ing)?$/

/**
 * The lower-case word in the passages that is closest to the typed one; undefined if they contain only others
 * with the same stem, which are not close enough: "inspiration" is no "insurance".
 */
function writtenWord(source: SearchSource, typed: string, { word, term }: Correction): string | undefined {
  const found = source.findPassages({ match: quoteTerm(word), limit: READ, filter: ANYWHERE })
  const most = mostMistakes(typed)
  const distances = new Map<string, number>()
  for (const { text } of source.passages(found.map(({ passage }) => passage)))
    for (const token of tokenize(text)) {
      // No ending changes the first two letters.
      if (!token.word.startsWith(term.slice(0, 2)) || stem(token.word) !== term) continue
      const distance = editDistance(typed, token.word, { most: typed.length, openEnd: false })
      if (distance <= most || isInflected(token.word, word))
        distances.set(text.slice(token.start, token.end).toLowerCase(), distance)
    }
  const [nearest] = [...distances].toSorted((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
  return nearest?.[0]
}

function isInflected(written: string, word: string): boolean {
  return written.startsWith(word) && INFLECTION.test(written.slice(word.length))
}
