import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisMarks, axisMoney } from './charts.tsx'

test.each([
  [0.89, [0, 0.25, 0.5, 0.75, 1]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [3, [0, 1, 2, 3]],
  [18_300, [0, 5_000, 10_000, 15_000, 20_000]],
  [0, [0, 1]],
])('%d is under %j', (highest, marks) => {
  const found = axisMarks(highest)
  expect(found).toHaveLength(marks.length)
  for (const [index, mark] of marks.entries()) expect(found[index]).toBeCloseTo(mark)
})

test('the top mark is at least the highest value, and less than twice it', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), (highest) => {
      const marks = axisMarks(highest)
      const last = marks.at(-1) ?? 0
      expect(last).toBeGreaterThanOrEqual(highest * (1 - 1e-8))
      expect(last).toBeLessThanOrEqual(highest * 2)
      expect(marks.length).toBeLessThanOrEqual(5)
      expect(marks[0]).toBe(0)
    }),
  )
})

test.each([
  [0.25, '$0.25'],
  [0.2, '$0.20'],
  [0.025, '$0.025'],
  [10, '$10'],
  [0.001, '$0.001'],
])('money on an axis with marks %d apart', (step, mark) => expect(axisMoney(step, step)).toBe(mark))
