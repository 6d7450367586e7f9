import type { KeptView } from '@varve/server/types'
import { formatTokensShort } from '../text/format-tokens.ts'

/** One kept note: its size, since when, and in words when its file is no longer what the chat holds. */
export function describeKept({ tokens, sinceTurn, status }: KeptView): string {
  const facts = `${formatTokensShort(tokens)}, since turn ${sinceTurn}`
  switch (status) {
    case 'current':
      return facts
    case 'changed':
      return `${facts}, file changed`
    case 'missing':
      return `${facts}, file gone`
    default:
      return status satisfies never
  }
}

/** All of them: `5 kept`, and how many files have changed or are gone. */
export function countKept(kept: readonly KeptView[]): string {
  const count = (status: KeptView['status']) => kept.filter((entry) => entry.status === status).length
  const parts = [
    `${kept.length} kept`,
    ...(count('changed') > 0 ? [`${count('changed')} changed`] : []),
    ...(count('missing') > 0 ? [`${count('missing')} gone`] : []),
  ]
  return parts.join(', ')
}
