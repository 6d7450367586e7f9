import type { ChatSummaryView } from '@varve/contract'
import { formatDate } from '../text/format.ts'
import { t } from '../../i18n/t.ts'

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
  const groups = pinned.length === 0 ? rest : [{ label: t('Pinned'), chats: pinned }, ...rest]
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

interface ChatGroup {
  readonly label: string
  readonly chats: readonly ChatSummaryView[]
}

/** Chats under "Today", "Yesterday", "Last 7 days" and months, newest first, by the calendar of this device. */
export function groupChats(chats: readonly ChatSummaryView[], now: Date): readonly ChatGroup[] {
  const groups = new Map<string, ChatSummaryView[]>()
  for (const chat of [...chats].sort(newestFirst)) {
    const label = labelOf(new Date(chat.updatedAt), now)
    const group = groups.get(label)
    if (group) group.push(chat)
    else groups.set(label, [chat])
  }
  return [...groups].map(([label, members]) => ({ label, chats: members }))
}

function newestFirst(a: ChatSummaryView, b: ChatSummaryView): number {
  const byTime = new Date(b.updatedAt).getTime() - new Date(a.updatedAt).getTime()
  if (byTime !== 0 && !Number.isNaN(byTime)) return byTime
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

function labelOf(date: Date, now: Date): string {
  const days = calendarDay(now) - calendarDay(date)
  // A clock that was set back must not make a chat vanish under a month to come.
  if (!(days > 0)) return t('Today')
  if (days === 1) return t('Yesterday')
  if (days < 7) return t('Last 7 days')
  const isThisYear = date.getFullYear() === now.getFullYear()
  return formatDate(date, { month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) })
}

/** Days since 1970 of the local calendar date, so that a change to summer time does not shift a day. */
function calendarDay(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
}

const MOST_SIGNS = 48

/** A title within a sentence: a long one ends early, so that the rest of the sentence is read. */
export function shortTitle(title: string): string {
  // A letter with its accents, or an emoji of several parts, is one sign.
  const signs = Array.from(
    new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(title),
    ({ segment }) => segment,
  )
  if (signs.length <= MOST_SIGNS) return title
  return `${signs
    .slice(0, MOST_SIGNS - 1)
    .join('')
    .trimEnd()}…`
}

const TRANSCRIPT = /^Varve\/chats\/([^/]+)\.md$/
/** The end of the chat's id, and a number where two chats would have the same name. */
const ID = / ([0-9a-z]{8})(?: \d+)?$/

/** What the note that a chat is kept in is called: the title of the chat, without its id. Undefined for any other file. */
export function transcriptTitle(path: string): string | undefined {
  const [, name] = TRANSCRIPT.exec(path) ?? []
  return name?.replace(ID, '')
}

/** Whether a file is the note of this chat. */
export function isTranscriptOf(path: string, chatId: string): boolean {
  const [, name = ''] = TRANSCRIPT.exec(path) ?? []
  const [, id] = ID.exec(name) ?? []
  return id !== undefined && chatId.replaceAll('-', '').toLowerCase().endsWith(id)
}
