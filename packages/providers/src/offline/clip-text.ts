import type { Facet } from './question-terms.ts'
import { wordsOf } from './words-of.ts'

/** The most of running text that is quoted at a time. */
export const LONGEST_PROSE = 600

/** A stretch of a text, with marks where something was left out. */
export interface Clip {
  readonly text: string
  /** Offsets of the stretch in the whole, blanks around it left out. */
  readonly start: number
  readonly end: number
}

/** The whole text when it is short, else whole sentences of it around what the question asks for. */
export function clipText(text: string, facets: readonly Facet[]): Clip {
  if (text.length <= LONGEST_PROSE) return { text, start: 0, end: text.length }
  const sentences = sentencesOf(text)
  const [first, last] = bestRun(sentences, facets)
  const before = sentences.slice(0, first).reduce((sum, sentence) => sum + sentence.length, 0)
  const run = sentences.slice(first, last + 1).join('')
  const stretch = run.trim()
  const start = before + run.length - run.trimStart().length
  const marked = `${first > 0 ? '… ' : ''}${stretch}${last < sentences.length - 1 ? ' …' : ''}`
  return { text: marked, start, end: start + stretch.length }
}

/** Sentences with the blanks after them; what has no end is cut between words, or anywhere if there are none. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const end of [...sentenceEnds(text), text.length]) {
    let rest = text.slice(start, end)
    start = end
    while (rest.length > LONGEST_PROSE) {
      const blank = rest.slice(0, LONGEST_PROSE).search(/\s\S*$/)
      const cut = blank > 0 ? blank + 1 : wholeCharacters(rest, LONGEST_PROSE)
      sentences.push(rest.slice(0, cut))
      rest = rest.slice(cut)
    }
    if (rest !== '') sentences.push(rest)
  }
  return sentences
}

function sentenceEnds(text: string): number[] {
  const ends = text.matchAll(/[.!?]["'”’)\]*_]{0,9}\s+|[。！？]\s*/g)
  return [...ends].map((match) => match.index + match[0].length)
}

/** Never between the halves of a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end
}

/** The run of neighbours within the allowed length that is worth most; the first of equals. */
function bestRun(
  pieces: readonly string[],
  facets: readonly Facet[],
): readonly [first: number, last: number] {
  const worth = pieces.map((piece) => worthOf(piece, facets))
  let best: readonly [number, number] = [0, 0]
  let most = -1
  let start = 0
  let length = 0
  let sum = 0
  for (const [index, piece] of pieces.entries()) {
    length += piece.length
    sum += worth[index] ?? 0
    while (start < index && length > LONGEST_PROSE) {
      length -= (pieces[start] ?? '').length
      sum -= worth[start] ?? 0
      start++
    }
    if (sum > most) [most, best] = [sum, [start, index]]
  }
  const last = best[1]
  let first = best[0]
  while (first < last && worth[first] === 0) first++
  return widen([first, last], pieces)
}

/** Goes on to both sides while there is room, so that a quote does not begin or stop at its keyword. */
function widen(run: readonly [number, number], pieces: readonly string[]): readonly [number, number] {
  let [first, last] = run
  let room = LONGEST_PROSE - pieces.slice(first, last + 1).reduce((sum, piece) => sum + piece.length, 0)
  for (let grew = true; grew; ) {
    grew = false
    const after = pieces[last + 1]
    if (after !== undefined && after.length <= room) {
      last++
      room -= after.length
      grew = true
    }
    const before = pieces[first - 1]
    if (before !== undefined && before.length <= room) {
      first--
      room -= before.length
      grew = true
    }
  }
  return [first, last]
}

/** The weight of the facets that a text names; each counts once. */
export function worthOf(text: string, facets: readonly Facet[]): number {
  const words = new Set(wordsOf(text))
  let worth = 0
  for (const facet of facets) {
    let most = 0
    for (const [word, weight] of facet.words) if (words.has(word)) most = Math.max(most, weight)
    worth += most * facet.weight
  }
  return worth
}
