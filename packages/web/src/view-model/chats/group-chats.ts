import type { ChatSummaryView } from '@varve/server/types'
import { monthName } from '../text/month-name.ts'

export interface ChatGroup {
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
  if (!(days > 0)) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 7) return 'Last 7 days'
  const month = monthName(date)
  return date.getFullYear() === now.getFullYear() ? month : `${month} ${date.getFullYear()}`
}

/** Days since 1970 of the local calendar date, so that a change to summer time does not shift a day. */
function calendarDay(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
}
