import type { AnswerView } from '@varve/contract'
import { expect, test } from 'vitest'
import { answerAsMarkdown, lineLabel, sourceLabel } from './file-names.ts'

test('a place names its unit', () => {
  const pdf = { number: 1, path: 'a/report.pdf', lines: [146, 146], unit: 'page' } as const
  expect(sourceLabel(pdf)).toBe('report.pdf, page 146')
  expect(lineLabel([2, 3], 'cell')).toBe('cells 2–3')
  expect(answerAsMarkdown({ text: 'So[^1].', sources: [pdf] } as unknown as AnswerView)).toContain(
    '[^1]: a/report.pdf, page 146',
  )
})

test('a single line is not a range', () => {
  expect(lineLabel([4, 4])).toBe('line 4')
  expect(lineLabel([12, 31])).toBe('lines 12–31')
  expect(sourceLabel({ number: 1, path: 'a/side-letter.md', lines: [12, 31] })).toBe(
    'side-letter.md, lines 12–31',
  )
})

test('a copied answer defines each citation with its full path', () => {
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

test('names a query by its note and an upload by its name, never by a hash', () => {
  const query = { number: 1, path: 'a/dv.md#query=79916fc325cac9c4', lines: [1, 3] } as const
  const upload = { number: 2, path: `upload:${'a'.repeat(64)}`, lines: [1, 2] } as const
  expect(sourceLabel(query)).toBe('Query in dv.md')
  expect(sourceLabel({ ...query, title: 'Query in a/dv.md, line 7' })).toBe('Query in dv.md, line 7')
  expect(sourceLabel({ ...upload, title: 'list.csv' })).toBe('list.csv, lines 1–2')
  expect(sourceLabel(upload)).toBe('Uploaded file, lines 1–2')
  const answer = { text: 'So.[^1]', sources: [query] } as unknown as AnswerView
  expect(answerAsMarkdown(answer)).toBe('So.[^1]\n\n[^1]: Query in dv.md\n')
})
