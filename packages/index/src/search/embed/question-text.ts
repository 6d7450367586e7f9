import { splitQuery } from '../query/split-query.ts'
import type { SearchRequest } from '../search-index.ts'

const LONGEST_TEXT = 1000

/** What a request asks for, as a text to embed: without filters and what is not wanted; empty where it only filters. */
export function questionText({ text }: SearchRequest): string {
  return splitQuery(text.slice(0, LONGEST_TEXT))
    .flatMap((piece) => (piece.kind === 'field' || piece.negated ? [] : [piece.text]))
    .join(' ')
    .trim()
}
