import { describe, expect, test } from 'vitest'
import { diffRows } from './rows.ts'

describe('rows of a change', () => {
  test('a line that is replaced goes and comes, with its number and what stands around it', () => {
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

  test('between changes far from each other is a gap; a missing line end is no line', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`)
    const { rows } = diffRows(lines.join('\n'), ['new', ...lines, 'last'].join('\n'), 50)
    expect(rows.filter(({ kind }) => kind === 'gap')).toHaveLength(1)
    expect(rows.some(({ text }) => text.includes('No newline'))).toBe(false)
  })

  test('more rows than are shown are counted', () => {
    const { rows, left, added } = diffRows('', 'x\n'.repeat(30), 10)
    expect([rows.length, left, added]).toEqual([10, 20, 30])
  })
})

test('texts too different to compare are shown whole, what goes before what comes', () => {
  const lines = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word} ${at}`).join('\n')
  const { rows, added, removed, left } = diffRows(lines('old'), lines('new'), 10_000)
  expect([added, removed, left]).toEqual([3000, 3000, 0])
  expect(rows[0]).toEqual({ kind: 'removed', line: 1, text: 'old 0' })
})
