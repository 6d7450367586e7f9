import fc from 'fast-check'
import { expect, test } from 'vitest'
import { previewWindow, WINDOW } from './note-preview.tsx'

test('shows a short file whole', () => {
  expect(previewWindow(28, [14, 14])).toEqual([1, 28])
})

test('opens a long file around the cited lines, within its bounds', () => {
  const cited = fc.tuple(fc.integer({ min: WINDOW + 1, max: 1e6 }), fc.nat()).map(([count, at]) => {
    const line = (at % count) + 1
    return { count, line }
  })
  fc.assert(
    fc.property(cited, ({ count, line }) => {
      const [first, last] = previewWindow(count, [line, line])
      expect(first).toBeGreaterThanOrEqual(1)
      expect(last).toBeLessThanOrEqual(count)
      expect(last - first + 1).toBe(WINDOW)
      expect(line >= first && line <= last).toBe(true)
    }),
  )
})
