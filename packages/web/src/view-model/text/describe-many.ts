import type { AttachmentView } from '@varve/server/types'
import { formatTokens, formatTokensShort } from './format-tokens.ts'

interface Many {
  readonly word: 'file' | 'note'
  /** How many the list that it was picked from names. */
  readonly listed?: number | undefined
  /** Some are left out, as a notice says. */
  readonly isPart?: boolean
}

/** What a folder or a tag brings, its listing included: `6 files, 8.1k`. What was given before costs nothing again. */
export function describeMany(
  given: readonly AttachmentView[],
  { word, listed = 0, isPart = false }: Many,
): string {
  const members = given.filter(({ kind }) => kind !== 'folder' && kind !== 'tag')
  const fresh = given.filter(({ form }) => form !== 'reference' && form !== 'omitted')
  const tokens = fresh.reduce((sum, each) => sum + each.tokens, 0)
  const size = fresh.length === 0 ? 'already given' : formatTokensShort(tokens)
  const { length } = members
  if (isPart && length < listed) return `${length} of ${countOf(listed, word)}, ${size}`
  // What another chip brings as well belongs to this one no less.
  return `${countOf(Math.max(length, listed), word)}, ${size}`
}

/** `1 file`, `20,000 files`: for words whose plural ends in s. */
export function countOf(count: number, word: string): string {
  return `${formatTokens(count)} ${word}${count === 1 ? '' : 's'}`
}
