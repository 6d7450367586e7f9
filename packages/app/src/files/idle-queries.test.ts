import { parseNote } from '@varve/workspace'
import { expect, test } from 'vitest'
import { idleQueries } from './read-file.ts'

test('reports queries that are not run with the reason', () => {
  const block = (language: string, query: string): string => `\`\`\`${language}\n${query}\n\`\`\`\n`
  const blocks = [
    block('dataview', 'LIST FROM #a'),
    block('dataview', 'CALENDAR file.day'),
    block('dataview', 'LIST WHERE foo('),
    block('dataviewjs', 'dv.pages()'),
  ]
  expect(idleQueries('board.md', parseNote(blocks.join('\n')))).toEqual([
    { query: 'CALENDAR file.day', reason: expect.stringMatching(/not run\. Not supported: CALENDAR/) },
    {
      query: 'LIST WHERE foo(',
      reason: expect.stringMatching(/^This query was not run\. Not supported: the function foo/),
    },
    { query: 'dv.pages()', reason: 'This is a program, which Varve never runs.' },
  ])
})
