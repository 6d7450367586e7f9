import { stem } from '@varve/workspace/notes'
import { eachWord, wordOf } from '@varve/workspace/notes'
import type { Form, ResolvedTerms } from './resolve-terms.ts'

/** A sought word where it is. */
export interface TermMatch {
  readonly concept: number
  readonly factor: number
  /** How many words are before it. */
  readonly position: number
  /** In UTF-16 code units. */
  readonly start: number
  readonly end: number
}

export interface TextMatches {
  readonly words: number
  readonly matches: readonly TermMatch[]
}

export type TextReader = (text: string) => TextMatches

/** Finds sought words in texts. Looks closely only at what begins like one of them: no ending changes the first two letters. */
export function createTextReader({ forms, prefixes }: Pick<ResolvedTerms, 'forms' | 'prefixes'>): TextReader {
  const beginnings = new Beginnings([...forms.keys(), ...prefixes.keys()])
  const known = new Map<string, Form | undefined>()
  const find = (word: string): Form | undefined => {
    if (!known.has(word)) known.set(word, forms.get(stem(word)) ?? beginsLike(word, prefixes))
    return known.get(word)
  }
  return (text) => {
    const matches: TermMatch[] = []
    let position = 0
    eachWord(text, (start, end) => {
      const form = beginnings.mayBegin(text, start, end) ? find(wordOf(text.slice(start, end))) : undefined
      if (form) matches.push({ concept: form.concept, factor: form.factor, position, start, end })
      position++
    })
    return { words: position, matches }
  }
}

/** The first two letters of sought words, for a look that costs next to nothing. */
class Beginnings {
  readonly #pairs = new Uint8Array(128 * 128)
  readonly #singles = new Uint8Array(128)

  constructor(words: readonly string[]) {
    for (const word of words) {
      const first = word.charCodeAt(0)
      const second = word.charCodeAt(1)
      if (word.length === 1 && first < 128) this.#singles[first] = 1
      // A letter beyond ASCII in the text may fold to one within.
      if (first < 128 && second < 128) this.#pairs[first * 128 + second] = 1
    }
  }

  /** False only where no sought word begins like this; letters beyond ASCII always may. */
  mayBegin(text: string, start: number, end: number): boolean {
    const first = lower(text.charCodeAt(start))
    if (first >= 128) return true
    if (end - start === 1) return this.#singles[first] === 1
    const second = lower(text.charCodeAt(start + 1))
    return second >= 128 || this.#pairs[first * 128 + second] === 1
  }
}

function lower(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code
}

function beginsLike(word: string, prefixes: ReadonlyMap<string, Form>): Form | undefined {
  for (const [prefix, form] of prefixes) if (word.startsWith(prefix)) return form
  return undefined
}
