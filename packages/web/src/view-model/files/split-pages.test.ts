import { expect, test } from 'vitest'
import { splitPages } from './split-pages.ts'

test('pages of a PDF, empty ones too; a mark inside a line is text', () => {
  expect(splitPages('[page 1]\nOne\nsee [page 7]\n\n[page 2]\n\n\n[page 9]\nNine')).toEqual([
    { page: 1, text: 'One\nsee [page 7]' },
    { page: 2, text: '' },
    { page: 9, text: 'Nine' },
  ])
  expect(splitPages('')).toEqual([])
})
