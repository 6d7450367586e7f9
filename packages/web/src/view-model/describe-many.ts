import type { AttachmentView } from '@varve/server/types'
import { formatTokensShort } from './format-tokens.ts'

/** What a folder or a tag brings, its listing included: `6 files, 8.1k`. What was given before costs nothing again. */
export function describeMany(given: readonly AttachmentView[], word: 'file' | 'note'): string {
  const members = given.filter(({ kind }) => kind !== 'folder' && kind !== 'tag')
  const fresh = given.filter(({ form }) => form !== 'reference' && form !== 'omitted')
  const tokens = fresh.reduce((sum, each) => sum + each.tokens, 0)
  const size = fresh.length === 0 ? 'already given' : formatTokensShort(tokens)
  return `${countOf(members.length, word)}, ${size}`
}

export function countOf(count: number, word: 'file' | 'note'): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
