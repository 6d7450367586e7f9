import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowWindow, scrollToRow } from './rows.ts'

const view = fc.record({
  count: fc.nat({ max: 100_000 }),
  rowHeight: fc.constantFrom(27, 44),
  scrollTop: fc.nat({ max: 5_000_000 }),
  height: fc.integer({ min: 1, max: 2_000 }),
})

test('draws every visible row and few others', () => {
  fc.assert(
    fc.property(view, ({ count, rowHeight, scrollTop, height }) => {
      const { first, end } = rowWindow({ count, rowHeight, scrollTop, height })
      const top = Math.min(scrollTop, Math.max(0, count * rowHeight - height))
      expect(first).toBeGreaterThanOrEqual(0)
      expect(end).toBeLessThanOrEqual(count)
      if (count > 0) {
        expect(first * rowHeight).toBeLessThanOrEqual(top)
        expect(end * rowHeight).toBeGreaterThanOrEqual(Math.min(top + height, count * rowHeight))
      }
      expect(end - first).toBeLessThanOrEqual(height / rowHeight + 26)
    }),
  )
})

test('brings a row into view with the least scrolling', () => {
  const base = { rowHeight: 27, scrollTop: 270, height: 270 }
  expect(scrollToRow({ ...base, row: 12 })).toBe(270)
  expect(scrollToRow({ ...base, row: 3 })).toBe(81)
  expect(scrollToRow({ ...base, row: 20 })).toBe(297)
})
