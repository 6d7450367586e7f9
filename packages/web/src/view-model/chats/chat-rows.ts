import type { ChatSummaryView } from '@varve/server/types'
import { groupChats } from './group-chats.ts'

/** A row of the list of chats: a heading, or a chat. */
export type ChatRow =
  | { readonly kind: 'heading'; readonly label: string }
  | { readonly kind: 'chat'; readonly chat: ChatSummaryView }

/** The list as rows of one height: what is pinned first, then by day. */
export function chatRows(chats: readonly ChatSummaryView[], now: Date): readonly ChatRow[] {
  const pinned = chats.filter((chat) => chat.pinned)
  const rest = groupChats(
    chats.filter((chat) => !chat.pinned),
    now,
  )
  const groups = pinned.length === 0 ? rest : [{ label: 'Pinned', chats: pinned }, ...rest]
  return groups.flatMap(({ label, chats: members }): readonly ChatRow[] => [
    { kind: 'heading', label },
    ...members.map((chat) => ({ kind: 'chat', chat }) as const),
  ])
}

/** The next chat from a row on, in a direction; undefined at the ends. */
export function nextChatRow(rows: readonly ChatRow[], at: number, by: 1 | -1): number | undefined {
  for (let row = at + by; row >= 0 && row < rows.length; row += by) if (rows[row]?.kind === 'chat') return row
  return undefined
}

/** Chats whose title or tags hold every word, until the server has looked into their texts. */
export function filterChats(chats: readonly ChatSummaryView[], query: string): readonly ChatSummaryView[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return chats.filter(({ title, tags = [] }) => {
    const text = [title, ...tags.map((tag) => `#${tag}`)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
