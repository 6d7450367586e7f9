import { expect, test } from 'vitest'
import { rememberCounts } from './remember-counts.ts'

test('counts a text once while it is in the cache', () => {
  const counted: string[] = []
  const count = (text: string): number => {
    counted.push(text)
    return text.length
  }
  const tokenizer = rememberCounts({ id: 'letters', count }, 10)
  for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'bbbb', ''])
    expect(tokenizer.count(text)).toBe(text.length)
  // The second was used longest ago when the third needed its place.
  expect(counted).toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb', ''])
  expect(tokenizer.id).toBe('letters')
})

test('counts a text larger than the cache each time', () => {
  let counted = 0
  const tokenizer = rememberCounts({ id: 'letters', count: (text) => ((counted += 1), text.length) }, 3)
  for (const _ of [1, 2]) expect(tokenizer.count('abcdef')).toBe(6)
  expect(counted).toBe(2)
})
