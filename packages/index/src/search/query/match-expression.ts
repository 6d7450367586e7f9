import { mayBeJoined } from '@varve/workspace/notes'

/** A term as FTS5 takes it: quoted, so that nothing in it has a meaning of its own. */
export function quoteTerm(word: string): string {
  // FTS5 reads its expression as a C string.
  return `"${word.replaceAll('\u0000', ' ').replaceAll('"', '""')}"`
}

/** Words in a row; the last may go on where its script joins others to it. */
export function quotePhrase(words: readonly string[]): string {
  return `${quoteTerm(words.join(' '))}${mayBeJoined(words.at(-1) ?? '') ? '*' : ''}`
}

export function anyOf(expressions: readonly string[]): string {
  return expressions.join(' OR ')
}

/** What is sought without what is not; empty where nothing is sought. */
export function butNot(match: string, without: readonly (readonly string[])[]): string {
  if (match === '' || without.length === 0) return match
  return `(${match}) NOT (${anyOf(without.map(quotePhrase))})`
}
