import { expect, test } from 'vitest'
import { settleMarkdown } from './split-blocks.ts'

test('draws a citation once it is closed', () => {
  expect(settleMarkdown('It is £16.[')).toBe('It is £16.')
  expect(settleMarkdown('It is £16.[^1')).toBe('It is £16.')
  expect(settleMarkdown('It is £16.[^1]')).toBe('It is £16.[^1]')
})

test('waits for the second line of a table', () => {
  expect(settleMarkdown('So:\n\n| Plan | Price |\n| ---')).toBe('So:\n')
  expect(settleMarkdown('So:\n\n| Plan | Price |\n| --- | --- |')).toBe(
    'So:\n\n| Plan | Price |\n| --- | --- |',
  )
  expect(settleMarkdown('| a | b |\n| :-- | --: |\n| 1 | 2')).toBe('| a | b |\n| :-- | --: |\n| 1 | 2')
})

test('draws everything else as it arrives', () => {
  expect(settleMarkdown('')).toBe('')
  expect(settleMarkdown('a [link](x) and [x]')).toBe('a [link](x) and [x]')
  expect(settleMarkdown('| not at the end |\n\ntext')).toBe('| not at the end |\n\ntext')
})

test.each([
  ['an emphasis', 'It is **bo', 'It is **bo**'],
  ['code in a line', 'Call `run', 'Call `run`'],
  ['a link', 'See [the docs](https://e.or', 'See the docs'],
  ['a mark at the beginning of a line', 'Items:\n-', 'Items:'],
  ['a number at the beginning of a line', 'Steps:\n1.', 'Steps:'],
  ['a fence that has only begun', 'Code:\n``', 'Code:'],
  ['a fence whose language is being named', 'Code:\n```py', 'Code:'],
  ['a fence that is about to close', '```ts\nlet a\n``', '```ts\nlet a\n'],
  ['half a formula', 'Then $x^2 +', 'Then'],
  ['half a displayed formula', 'So:\n\n\\[\n\\int_0', 'So:\n'],
  ['half a formula in dollars', 'So $$a +', 'So'],
  ['a displayed formula of which a line has ended', 'So:\n\n$$\n\\int_0^1\n', 'So:\n'],
  ['the tag of a folded part', 'So:\n\n<details><summary>Mo', 'So:\n'],
  [
    'a folded part',
    '<details><summary>More</summary>\n\nIn',
    '<details><summary>More</summary>\n\nIn\n\n</details>',
  ],
  ['code in a folded part', '<details>\n\n```ts\nlet a', '<details>\n\n```ts\nlet a\n```\n\n</details>'],
  ['the head of a table that has ended', 'So:\n\n| a | b |\n', 'So:\n'],
  ['the second line of a table with its first cells', 'So:\n\n| a | b |\n| - |', 'So:\n'],
  ['a formula mark that is half there', 'So \\', 'So'],
])('holds back or closes unfinished syntax: %s', (_, text, shown) => {
  expect(settleMarkdown(text)).toBe(shown)
})

test('does not take a price for an unfinished formula', () => {
  expect(settleMarkdown('It costs $5 and then')).toBe('It costs $5 and then')
})
