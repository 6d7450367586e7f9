import { expect, test } from 'vitest'
import { wordsBehind } from './main.ts'

test('-k followed by letters is a word; followed by a number it is a count, or a folder', () => {
  expect(wordsBehind(['search', 'larder', '-kitchen', '--json'])).toEqual([
    'search',
    'larder',
    '--json',
    '--',
    '-kitchen',
  ])
  expect(wordsBehind(['search', '-kiln', '--', '-kitchen'])).toEqual(['search', '--', '-kiln', '-kitchen'])
  for (const same of [
    ['search', '-k5', 'larder'],
    ['search', '-k', '5', '--', '-kitchen'],
    ['search', '--workspace', '-kitchen', 'larder'],
    ['index', '-kitchen'],
  ])
    expect(wordsBehind(same)).toEqual(same)
})
