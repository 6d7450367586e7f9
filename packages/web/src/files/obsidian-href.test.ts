import { expect, test } from 'vitest'
import { obsidianHref } from './files-view.tsx'

test('encodes the whole path as one value', () => {
  expect(obsidianHref('/home/you/My notes', 'a&b/ü#1.md')).toBe(
    'obsidian://open?path=%2Fhome%2Fyou%2FMy%20notes%2Fa%26b%2F%C3%BC%231.md',
  )
  expect(obsidianHref('C:\\notes', 'a/b.md')).toBe('obsidian://open?path=C%3A%5Cnotes%5Ca%5Cb.md')
})
