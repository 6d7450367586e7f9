import { expect, test } from 'vitest'
import { splitLinkedLine } from './note-text.ts'

function links(line: string): readonly string[] {
  const pieces = splitLinkedLine(line)
  expect(pieces.map(({ text }) => text).join('')).toBe(line)
  return pieces.flatMap((piece) => (piece.kind === 'link' ? [piece.target] : []))
}

test('ignores links between backticks', () => {
  expect(links('[[a]] `[[b]]` [[c]]')).toEqual(['a', 'c'])
  expect(links('``x ` [[b]]`` and [[c]]')).toEqual(['c'])
  expect(links('one ` tick and [[a]]')).toEqual(['a'])
  expect(links('`none`')).toEqual([])
})
