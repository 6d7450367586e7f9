import { expect, test } from 'vitest'
import { settledMarkdown } from './answer-body.tsx'

test('a citation is drawn once it is closed', () => {
  expect(settledMarkdown('It is £16.[')).toBe('It is £16.')
  expect(settledMarkdown('It is £16.[^1')).toBe('It is £16.')
  expect(settledMarkdown('It is £16.[^1]')).toBe('It is £16.[^1]')
})

test('the head of a table waits for the line that makes it one', () => {
  expect(settledMarkdown('So:\n\n| Plan | Price |\n| ---')).toBe('So:\n')
  expect(settledMarkdown('So:\n\n| Plan | Price |\n| --- | --- |')).toBe(
    'So:\n\n| Plan | Price |\n| --- | --- |',
  )
  expect(settledMarkdown('| a | b |\n| :-- | --: |\n| 1 | 2')).toBe('| a | b |\n| :-- | --: |\n| 1 | 2')
})

test('everything else is drawn as it comes', () => {
  expect(settledMarkdown('')).toBe('')
  expect(settledMarkdown('a [link](x) and [x]')).toBe('a [link](x) and [x]')
  expect(settledMarkdown('| not at the end |\n\ntext')).toBe('| not at the end |\n\ntext')
})
