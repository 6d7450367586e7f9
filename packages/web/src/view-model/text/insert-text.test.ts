import { expect, test } from 'vitest'
import { insertText } from './text.ts'

test.each([
  ['', 0, 'x', 1],
  ['ab', 1, 'a x b', 3],
  ['a b', 2, 'a x b', 3],
  ['a ', 2, 'a x', 3],
])('in %j at %i', (text, caret, result, at) => {
  expect(insertText(text, caret, 'x')).toEqual({ text: result, caret: at })
})
