import { describe, expect, test } from 'vitest'
import { diffRows } from './rows.ts'

describe('rows of a diff', () => {
  test('a replaced line is removed and added, with its number and context', () => {
    const { rows, added, removed } = diffRows('a\nb\nc\nd\n', 'a\nB\nc\nd\n', 50)
    expect(rows).toEqual([
      { kind: 'same', line: 1, text: 'a' },
      { kind: 'removed', line: 2, text: 'b' },
      { kind: 'added', line: 2, text: 'B' },
      { kind: 'same', line: 3, text: 'c' },
      { kind: 'same', line: 4, text: 'd' },
    ])
    expect([added, removed]).toEqual([1, 1])
  })

  test('separates distant changes with a gap; a missing line ending is not a line', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`)
    const { rows } = diffRows(lines.join('\n'), ['new', ...lines, 'last'].join('\n'), 50)
    expect(rows.filter(({ kind }) => kind === 'gap')).toHaveLength(1)
    expect(rows.some(({ text }) => text.includes('No newline'))).toBe(false)
  })

  test('counts rows beyond the limit', () => {
    const { rows, left, added } = diffRows('', 'x\n'.repeat(30), 10)
    expect([rows.length, left, added]).toEqual([10, 20, 30])
  })
})

test('shows very different texts whole, removals first', () => {
  const lines = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word} ${at}`).join('\n')
  const { rows, added, removed, left } = diffRows(lines('old'), lines('new'), 10_000)
  expect([added, removed, left]).toEqual([3000, 3000, 0])
  expect(rows[0]).toEqual({ kind: 'removed', line: 1, text: 'old 0' })
})
