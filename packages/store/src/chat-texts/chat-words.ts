import { plainWords } from '@varve/workspace/notes'

/** A longer word is none that anybody types; PostgreSQL takes no lexeme above 2 KB. */
const LONGEST_WORD = 64
/** PostgreSQL takes a megabyte of lexemes for one text. */
const MOST_BYTES = 600_000
/** Stands before a word that is one of a title or a tag; no text has such words. */
export const TITLE_MARK = '§'

/** The words of a text as the index has them: each once, parted by blanks. */
export function chatWords(text: string): string {
  const words = new Set<string>()
  let bytes = 0
  for (const { stem } of plainWords(text)) {
    if (stem.length > LONGEST_WORD || words.has(stem)) continue
    bytes += Buffer.byteLength(stem)
    if (bytes > MOST_BYTES) break
    words.add(stem)
  }
  return [...words].join(' ')
}

/** Of a title and of tags: once as they are, and once so that titles can be searched alone. */
export function titleWords(title: string, tags: readonly string[]): string {
  const words = chatWords([title, ...tags].join(' '))
  if (words === '') return ''
  return `${words} ${words
    .split(' ')
    .map((word) => TITLE_MARK + word)
    .join(' ')}`
}
