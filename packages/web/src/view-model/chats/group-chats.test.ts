import type { ChatSummaryView } from '@varve/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupChats } from './chats.ts'

const now = new Date(2026, 10, 15, 9, 30)

function chat(id: string, updated: Date): ChatSummaryView {
  const updatedAt = updated.toISOString()
  return { id, title: id, createdAt: updatedAt, updatedAt, answering: false }
}

function outline(chats: readonly ChatSummaryView[]): readonly string[] {
  return groupChats(chats, now).map(
    ({ label, chats: members }) => `${label}: ${members.map(({ id }) => id).join(' ')}`,
  )
}

describe('groupChats', () => {
  test('groups by calendar day, not by hours', () => {
    const lateYesterday = new Date(2026, 10, 14, 23, 59)
    expect(outline([chat('early', new Date(2026, 10, 15, 0, 1)), chat('late', lateYesterday)])).toEqual([
      'Today: early',
      'Yesterday: late',
    ])
  })

  test('names the week, the month, and the year if it is another one', () => {
    expect(
      outline([
        chat('a', new Date(2026, 10, 9, 12)),
        chat('b', new Date(2026, 10, 8, 12)),
        chat('c', new Date(2026, 9, 31, 12)),
        chat('d', new Date(2025, 9, 31, 12)),
      ]),
    ).toEqual(['Last 7 days: a', 'November: b', 'October: c', 'October 2025: d'])
  })

  test('treats a future or unreadable time as today', () => {
    const broken = { ...chat('broken', now), updatedAt: 'not a time' }
    expect(outline([chat('ahead', new Date(2026, 10, 20))])).toEqual(['Today: ahead'])
    expect(outline([broken])).toEqual(['Today: broken'])
  })

  test('keeps every chat once, newest first, in any input order', () => {
    const chats = fc.uniqueArray(fc.record({ id: fc.uuid(), minutes: fc.nat(900_000) }), {
      selector: ({ id }) => id,
    })
    fc.assert(
      fc.property(chats, fc.nat(), (list, turn) => {
        const views = list.map(({ id, minutes }) => chat(id, new Date(now.getTime() - minutes * 60_000)))
        const rotated = [
          ...views.slice(turn % (views.length + 1)),
          ...views.slice(0, turn % (views.length + 1)),
        ]
        const flat = groupChats(rotated, now).flatMap((group) => group.chats)
        expect(flat.map(({ id }) => id)).toEqual(
          groupChats(views, now).flatMap((group) => group.chats.map(({ id }) => id)),
        )
        expect(new Set(flat)).toEqual(new Set(views))
        expect(flat.map(({ updatedAt }) => updatedAt)).toEqual(
          flat
            .map(({ updatedAt }) => updatedAt)
            .sort()
            .reverse(),
        )
      }),
    )
  })
})
