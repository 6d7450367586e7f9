import type { AnswerView } from '@varve/server/types'
import { expect, test } from 'vitest'
import { answerAsMarkdown, lineLabel, sourceLabel } from './source-label.ts'

test('a single line is not a range', () => {
  expect(lineLabel([4, 4])).toBe('line 4')
  expect(lineLabel([12, 31])).toBe('lines 12–31')
  expect(sourceLabel({ number: 1, path: 'a/side-letter.md', lines: [12, 31] })).toBe(
    'side-letter.md, lines 12–31',
  )
})

test('a copied answer defines each citation by its whole path', () => {
  const answer: AnswerView = {
    id: 'a',
    modelId: 'm',
    modelName: 'M',
    status: 'complete',
    text: 'It is £16.[^1]\n',
    startedAt: '2026-01-05T09:00:00.000Z',
    sources: [{ number: 1, path: 'product/pricing.md', lines: [15, 15] }],
  }
  expect(answerAsMarkdown(answer)).toBe('It is £16.[^1]\n\n[^1]: product/pricing.md, line 15\n')
  expect(answerAsMarkdown({ ...answer, sources: [] })).toBe(answer.text)
})
