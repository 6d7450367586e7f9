import type { GuardMarkView } from '@varve/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { movedMarks, splitAtMarks } from './moved-marks.ts'

const mark = (start: number, end: number): GuardMarkView => ({
  type: 'EMAIL',
  severity: 'moderate',
  start,
  end,
})
const placesOf = (marks: readonly GuardMarkView[]) => marks.map(({ start, end }) => [start, end])

describe('marks while typing', () => {
  const before = { text: 'a@b.co and c@d.co', marks: [mark(0, 6), mark(11, 17)] }

  test('move with text typed before, inside and after them', () => {
    const moved = (now: string) => placesOf(movedMarks(before, now))
    expect(moved(before.text)).toEqual([
      [0, 6],
      [11, 17],
    ])
    expect(moved('To a@b.co and c@d.co')).toEqual([
      [3, 9],
      [14, 20],
    ])
    expect(moved('a@b.co or c@d.co')).toEqual([
      [0, 6],
      [10, 16],
    ])
    expect(moved('a@b.co and c@d.co, please')).toEqual([
      [0, 6],
      [11, 17],
    ])
    expect(moved('a@bb.co and c@d.co')).toEqual([[12, 18]])
    expect(moved('')).toEqual([])
  })

  test('work in a long text too, wherever it changes', () => {
    const text = 'lorem ipsum '.repeat(500)
    const marks = [mark(0, 5), mark(3_000, 3_010), mark(5_990, 6_000)]
    for (const at of [5, 1_023, 1_024, 1_025, 2_999, 3_010, 4_975, 4_976, 4_977, 5_990]) {
      const moved = movedMarks({ text, marks }, `${text.slice(0, at)}\n\n${text.slice(at)}`)
      const expected = marks.map(({ start, end }) => (start < at ? [start, end] : [start + 2, end + 2]))
      expect(placesOf(moved), `typed at ${at}`).toEqual(expected)
    }
  })

  test('always cover the text they covered, and no other', () => {
    const text = fc.string({ maxLength: 30 })
    const places = fc.array(fc.tuple(fc.nat(30), fc.nat(8)), { maxLength: 5 })
    const change = fc.tuple(text, text, text, text, places)
    fc.assert(
      fc.property(change, ([head, removed, added, tail, wanted]) => {
        const old = head + removed + tail
        const marks = wanted.map(([start, length]) => mark(start, Math.min(start + length, old.length)))
        const now = head + added + tail
        const moved = movedMarks({ text: old, marks }, now)
        const texts = marks.map(({ start, end }) => old.slice(start, end))
        for (const { start, end } of moved) expect(texts).toContain(now.slice(start, end))
        const parts = splitAtMarks(now, moved)
        expect(parts.map((part) => part.text).join('')).toBe(now)
        expect(parts.filter(({ kind }) => kind === 'mark')).toHaveLength(moved.length)
      }),
    )
  })
})
