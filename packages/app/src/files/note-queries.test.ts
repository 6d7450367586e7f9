import { parseNote, runDataview } from '@varve/workspace'
import { expect, test } from 'vitest'
import { noteQueries } from './read-file.ts'

test('each query gives its result, or the reason why it has none', () => {
  const block = (language: string, query: string): string => `\`\`\`${language}\n${query}\n\`\`\`\n`
  const blocks = [
    block('dataview', 'LIST FROM #a'),
    block('dataview', 'LIST FROM #a'),
    block('dataview', 'CALENDAR file.day'),
    block('dataview', 'LIST WHERE foo('),
    block('dataviewjs', 'dv.pages()'),
  ]
  const source = { notes: [], resolveLink: () => undefined }
  const run = (query: string) => runDataview(query, { today: '2000-01-01', source, path: 'board.md' })
  expect(noteQueries(parseNote(blocks.join('\n')), run)).toEqual([
    { query: 'LIST FROM #a', text: 'No results.', rows: 0 },
    { query: 'CALENDAR file.day', text: expect.stringMatching(/not run\. Not supported: CALENDAR/) },
    {
      query: 'LIST WHERE foo(',
      text: expect.stringMatching(/^This query was not run\. Not supported: the function foo/),
    },
    { query: 'dv.pages()', text: 'This is a program, which Varve never runs.' },
  ])
})
