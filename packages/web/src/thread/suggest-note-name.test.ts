import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggestNoteName } from './save-answer-dialog.tsx'

test('the title becomes the name of a note', () => {
  expect(suggestNoteName('When do we launch?')).toBe('When do we launch.md')
  expect(suggestNoteName('a/b: [[c]] #d')).toBe('a b c d.md')
  expect(suggestNoteName('  ...  ')).toBe('Answer.md')
})

test('every title gives a valid file name on every system', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const name = suggestNoteName(title)
      expect(name).toMatch(/^[^\\/:*?"<>|#^[\]\p{Cc}]+\.md$/u)
      expect(name).not.toMatch(/^\.|[. ]\.md$/)
      expect(name.length).toBeLessThanOrEqual(90)
    }),
  )
})
