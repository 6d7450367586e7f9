import type { ContextDocument } from './context-document.ts'
import type { Passage } from './split-passages.ts'
import { wordsOf } from './words-of.ts'

/** A passage with its words, read once for all parts of a question. */
export interface IndexedPassage {
  readonly passage: Passage
  readonly lines: readonly (readonly string[])[]
  readonly nearestHeading: readonly string[]
  readonly outerHeadings: readonly string[]
  /** Of title and path, each word once. */
  readonly title: readonly string[]
}

/** What a line is, though it does not say so. */
const IMPLIED: readonly { readonly form: RegExp; readonly word: string }[] = [
  { form: /^\s*[-*+] \[ \]/, word: 'todo' },
  { form: /[\p{L}\p{N}]@[\p{L}\p{N}]/u, word: 'email' },
]

/** Reads the words of all passages, in one pass. */
export function indexPassages(passages: readonly Passage[]): IndexedPassage[] {
  const titles = new Map<ContextDocument, readonly string[]>()
  return passages.map((passage) => {
    const { document, headings, lines } = passage
    const title = titles.get(document) ?? [...new Set(wordsOf(`${document.title} ${document.path}`))]
    titles.set(document, title)
    return {
      passage,
      lines: lines.map(lineWords),
      nearestHeading: wordsOf(headings.at(-1) ?? ''),
      outerHeadings: headings.slice(0, -1).flatMap(wordsOf),
      title,
    }
  })
}

function lineWords(line: string): string[] {
  const words = wordsOf(line)
  for (const { form, word } of IMPLIED) if (form.test(line)) words.push(word)
  return words
}
