import { escapeAttribute, numericEntity, unescapeAttribute } from './escape-attribute.ts'

/** Any text on one line, with no blank at either end that an editor could cut; exactly reversible. [L-1] */
export function escapeLine(text: string): string {
  return escapeAttribute(text).replace(/^\s|\s$/g, numericEntity)
}

/** The exact inverse of `escapeLine`. */
export function unescapeLine(text: string): string {
  return unescapeAttribute(text)
}
