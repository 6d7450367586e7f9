import { expect, test } from 'vitest'
import { writeParameters } from './mention-list.tsx'

test('quotes values only if they contain blanks or quotes', () => {
  const values = { name: 'Ann', topic: 'the "old" roses', path: 'a\\b', lines: 'one\ntwo', nothing: ' ' }
  expect(writeParameters(values)).toBe('name=Ann topic="the \\"old\\" roses" path="a\\\\b" lines="one\\ntwo"')
  expect(writeParameters({})).toBe('')
})
