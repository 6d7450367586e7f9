import type { ChatSummaryView } from '@varve/contract'
import { describe, expect, test } from 'vitest'
import { chatRows, filterChats, nextChatRow } from './chats.ts'

const now = new Date(2026, 10, 15, 9, 30)
const chat = (title: string, change: Partial<ChatSummaryView> = {}): ChatSummaryView => {
  const at = now.toISOString()
  return { id: title, title, createdAt: at, updatedAt: at, answering: false, ...change }
}
const outline = (chats: readonly ChatSummaryView[]) =>
  chatRows(chats, now).map((row) => (row.kind === 'heading' ? `# ${row.label}` : row.chat.title))

describe('the list of chats', () => {
  test('pinned chats are listed first, whatever their age, and only once', () => {
    const old = new Date(2024, 1, 1).toISOString()
    expect(outline([chat('new'), chat('kept', { pinned: true, updatedAt: old })])).toEqual([
      '# Pinned',
      'kept',
      '# Today',
      'new',
    ])
    expect(outline([chat('new')])).toEqual(['# Today', 'new'])
    expect(outline([])).toEqual([])
  })

  test('arrow keys move between chats, skip headings, and stop at the ends', () => {
    const rows = chatRows([chat('a', { pinned: true }), chat('b')], now)
    expect(nextChatRow(rows, -1, 1)).toBe(1)
    expect(nextChatRow(rows, 1, 1)).toBe(3)
    expect(nextChatRow(rows, 3, 1)).toBeUndefined()
    expect(nextChatRow(rows, 3, -1)).toBe(1)
    expect(nextChatRow(rows, 1, -1)).toBeUndefined()
  })

  test('every word has to occur in the title or the tags', () => {
    const chats = [chat('Kiln prices', { tags: ['supplier'] }), chat('Kiln rota')]
    const found = (query: string) => filterChats(chats, query).map(({ title }) => title)
    expect(found('KILN')).toEqual(['Kiln prices', 'Kiln rota'])
    expect(found('kiln #supp')).toEqual(['Kiln prices'])
    expect(found('kiln moon')).toEqual([])
  })
})
