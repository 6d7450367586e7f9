import { stem } from '../stem.ts'
import { tokenize } from '../tokenize.ts'
import type { Form, ResolvedTerms } from './resolve-terms.ts'

/** A sought word where it stands. */
export interface TermMatch {
  readonly concept: number
  readonly factor: number
  /** How many words stand before it. */
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

/** Finds sought words in texts. Stems only what begins like one of them: no ending changes the first two letters. */
export function createTextReader({ forms, prefixes }: Pick<ResolvedTerms, 'forms' | 'prefixes'>): TextReader {
  const beginnings = new Set([...forms.keys(), ...prefixes.keys()].map((form) => form.slice(0, 2)))
  const known = new Map<string, Form | undefined>()
  const find = (word: string): Form | undefined => {
    if (!beginnings.has(word.slice(0, 2))) return undefined
    if (!known.has(word)) known.set(word, forms.get(stem(word)) ?? beginsLike(word, prefixes))
    return known.get(word)
  }
  return (text) => {
    const matches: TermMatch[] = []
    const tokens = tokenize(text)
    for (const [position, { word, start, end }] of tokens.entries()) {
      const form = find(word)
      if (form) matches.push({ ...form, position, start, end })
    }
    return { words: tokens.length, matches }
  }
}

function beginsLike(word: string, prefixes: ReadonlyMap<string, Form>): Form | undefined {
  for (const [prefix, form] of prefixes) if (word.startsWith(prefix)) return form
  return undefined
}
