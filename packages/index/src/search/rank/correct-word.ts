import { isEmojiWord, stem } from '@varve/workspace/notes'
import type { SearchSource } from '../search-source.ts'

const SHORTEST = 4
const LONG = 8
/** More are nothing that anyone meant. */
const MOST_GUESSES = 12

/** A word that was probably meant, and the stem by which the index knows it. */
export interface Correction {
  readonly term: string
  readonly word: string
  /** How many mistakes were made. */
  readonly distance: number
}

/**
 * Corrections for a word: at most one wrong letter, two in a long word, fewest first, then most frequent. The
 * vocabulary holds only stems, so the word is compared with possible forms of each stem; whether such a form
 * occurs must be checked. The first letter is assumed right, or swapped with the second.
 */
export function correctWord(source: SearchSource, word: string): readonly Correction[] {
  if (word.length < SHORTEST || isEmojiWord(word)) return []
  const most = mostMistakes(word)
  const letters = lettersOf(word)
  const found: (Nearest & { readonly term: string; readonly documents: number })[] = []
  for (const initial of new Set([word[0] ?? '', word[1] ?? '']))
    for (const { term, documents } of source.vocabulary(initial, after(initial))) {
      if (lacking(term, letters) > most) continue
      const nearest = nearestForm(word, term, most)
      if (nearest) found.push({ ...nearest, term, documents })
    }
  return found
    .toSorted((a, b) => a.distance - b.distance || b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_GUESSES)
    .map(({ term, form, distance }) => ({ term, word: form, distance }))
}

/** More than these and it is another word. */
export function mostMistakes(word: string): number {
  return word.length >= LONG ? 2 : 1
}

/** The first text after everything that begins like this. */
function after(initial: string): string {
  return String.fromCharCode(initial.charCodeAt(0) + 1)
}

interface Nearest {
  readonly form: string
  readonly distance: number
}

function nearestForm(word: string, term: string, most: number): Nearest | undefined {
  const ending = word.length - term.length
  if (ending > LONGEST_ENDING + most || ending < -most || /^\d+$/.test(term) || isEmojiWord(term))
    return undefined
  // Whatever ending follows, the stem itself must be at the beginning.
  if (editDistance(word, term, { most, openEnd: true }) > most) return undefined
  let nearest: Nearest | undefined
  const letters = lettersOf(word)
  for (const form of wordForms(term, { from: word.length - most, to: word.length + most })) {
    if (lacking(form, letters) > most || lacking(word, lettersOf(form)) > most) continue
    const distance = editDistance(word, form, { most, openEnd: false })
    if (distance <= most && (!nearest || distance < nearest.distance) && stem(form) === term)
      nearest = { form, distance }
  }
  return nearest
}

/** A bit for each letter of the alphabet that is in a word; other characters have none. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) {
    const place = word.charCodeAt(at) - 0x61
    if (place >= 0 && place < 26) letters |= 1 << place
  }
  return letters
}

/** How many letters of a word are not among these: each is a mistake. Rules out nearly all, for next to nothing. */
function lacking(word: string, letters: number): number {
  let count = 0
  for (let rest = lettersOf(word) & ~letters; rest !== 0; rest &= rest - 1) count++
  return count
}

const ENDINGS: readonly string[] = [
  '',
  ...`
    e s y es ed er ers ing ings or ors ly al ally ic ics ical ically icate icates icated icating ication
    ications icator icity ion ions ional ation ations ational ate ates ated ating ator ators ative
    atives ive ives ively iveness ity ities ivity ment ments mental ness ful fully fulness less able
    ably ability ible ibly ibility ance ances ence ences ant ants ent ents ently ous ously ousness ism
    ist ists ize izes ized izer izing ization ise ised ising isation ality est
  `
    .trim()
    .split(/\s+/),
]
/** Before these suffixes the last letter of the stem doubles: run, running. */
const AFTER_DOUBLED = ['ing', 'ed', 'er', 'ers']
/** Longer ones take more from a word than a stem is sure to leave. */
const LONGEST_ENDING = 7

/** Possible forms of a stem: words of about this length with that stem. */
export function* wordForms(
  term: string,
  length: { readonly from: number; readonly to: number },
): Generator<string> {
  const isFit = (base: string, ending: string): boolean =>
    base.length + ending.length >= length.from && base.length + ending.length <= length.to
  for (const ending of ENDINGS) if (isFit(term, ending)) yield term + ending
  const doubled = term + (term.at(-1) ?? '')
  for (const ending of AFTER_DOUBLED) if (isFit(doubled, ending)) yield doubled + ending
  // A y at the end becomes an i.
  if (!term.endsWith('i')) return
  const base = term.slice(0, -1)
  for (const ending of ['y', 'ying']) if (isFit(base, ending)) yield base + ending
}

/**
 * Insertions, deletions, changes and swaps of neighbours that turn one word into the other, up to `most`; one
 * more than `most` where it takes more. With `openEnd`, letters at the end of `word` that `term` lacks cost nothing.
 */
export function editDistance(
  word: string,
  term: string,
  { most, openEnd }: { readonly most: number; readonly openEnd: boolean },
): number {
  const tooFar = most + 1
  if (term.length - word.length > most || (!openEnd && word.length - term.length > most)) return tooFar
  let beforeLast: number[] = []
  let last = Array.from({ length: term.length + 1 }, (_, at) => at)
  let best = openEnd ? (last[term.length] ?? tooFar) : tooFar
  for (let row = 1; row <= word.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= term.length; column++) {
      const same = word[row - 1] === term[column - 1]
      let cost = Math.min(
        (last[column] ?? tooFar) + 1,
        (current[column - 1] ?? tooFar) + 1,
        (last[column - 1] ?? tooFar) + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && word[row - 1] === term[column - 2] && word[row - 2] === term[column - 1])
        cost = Math.min(cost, (beforeLast[column - 2] ?? tooFar) + 1)
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (openEnd) best = Math.min(best, current[term.length] ?? tooFar)
    if (least > most) return Math.min(best, tooFar)
    beforeLast = last
    last = current
  }
  return Math.min(openEnd ? best : (last[term.length] ?? tooFar), tooFar)
}
