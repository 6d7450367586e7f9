import { expect, test } from 'vitest'
import { readTransfer } from './use-intake.ts'

test.each([
  ['a picture', { text: '', hasMarkup: false, files: 1 }, 'files'],
  ['a picture of a page', { text: '', hasMarkup: true, files: 1 }, 'files'],
  ['files with their names', { text: 'plan.pdf', hasMarkup: false, files: 2 }, 'files'],
  ['words of a word processor', { text: 'Dear all', hasMarkup: true, files: 1 }, 'text'],
  ['a few words', { text: 'Dear all', hasMarkup: false, files: 0 }, 'text'],
  ['2,000 characters', { text: 'a'.repeat(2_000), hasMarkup: false, files: 0 }, 'text'],
  ['2,001 characters', { text: 'a'.repeat(2_001), hasMarkup: false, files: 0 }, 'long-text'],
  ['more than a message holds', { text: 'a'.repeat(1_000_001), hasMarkup: false, files: 0 }, 'text-file'],
  ['an address', { text: 'https://example.org/a', hasMarkup: true, files: 0 }, 'page'],
  ['an address in a sentence', { text: 'see https://example.org', hasMarkup: false, files: 0 }, 'text'],
])('%s', (_, transferred, kind) => {
  expect(readTransfer(transferred).kind).toBe(kind)
})
