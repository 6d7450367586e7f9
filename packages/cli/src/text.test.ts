import { expect, test } from 'vitest'
import { columnsOf, countOf, renderTable, showMoney } from './text.ts'

test('negative amounts have the sign before the dollar, with as many digits as positive ones', () => {
  expect([0, 0.00131, 0.5, 12.345, -0.00131, -12.345].map(showMoney)).toEqual([
    '$0',
    '$0.00131',
    '$0.500',
    '$12.35',
    '-$0.00131',
    '-$12.35',
  ])
})

test('one thing is singular', () => {
  expect([countOf(1, 'turn'), countOf(2000, 'turn')]).toEqual(['1 turn', '2,000 turns'])
})

test('cuts a table to the screen, paths in the middle, and not at all in a pipe', () => {
  const path = '/home/ada/notes/product/launch-plan.md'
  const table = renderTable(columnsOf(['name', 'path'], ['tokens']), [
    ['A plan with a long name', path, '1,204'],
  ])
  expect(table()).toContain(path)
  const [, , row = ''] = table({ width: 40 }).split('\n')
  expect(row.length).toBeLessThanOrEqual(40)
  expect(row).toMatch(/^\S.*…  \/home\S*…\S*\.md +1,204$/)
  // Figures stay whole, whatever the width.
  expect(table({ width: 10 })).toContain('1,204')
})
