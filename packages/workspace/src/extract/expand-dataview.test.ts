import { createArtifact } from '@varve/engine'
import { expect, test } from 'vitest'
import type { QueryBlock } from '../note/parsed-note.ts'
import { expandDataview } from './add-queries.ts'
import { runDataview } from '../dataview/run-dataview.ts'
import { testNote, testSource } from '../testing/test-vault.ts'

const source = testSource([{ path: 'a.md', tags: ['t'] }, { path: 'board.md' }])
const run = (query: string): ReturnType<typeof runDataview> =>
  runDataview(query, { today: '2021-06-15', source, path: 'board.md' })

function block(language: QueryBlock['language'], query: string, line: number): QueryBlock {
  return { language, query, lines: [line, line + 2] }
}

test('[A-1] each query of a note becomes an artifact with its query and result', () => {
  const { parsed } = testNote({ path: 'board.md' })
  const queries = [
    block('dataview', 'LIST FROM #t\n', 3),
    block('dataview', 'LIST FROM #t', 9),
    block('dataview', 'CALENDAR x', 12),
    block('dataviewjs', 'dv.pages().forEach(() => { throw new Error(`run`) })', 20),
  ]
  const artifacts = expandDataview({ path: 'board.md', parsed: { ...parsed, queries }, run }).map(
    createArtifact,
  )
  expect(artifacts.map(({ key }) => key)).toEqual([
    expect.stringMatching(/^board\.md#query=[0-9a-f]{16}$/),
    expect.stringMatching(/^board\.md#query=/),
    expect.stringMatching(/^board\.md#query=/),
  ])
  expect(artifacts[0]?.content).toBe('```dataview\nLIST FROM #t\n```\n\nResult (1):\n\n- [[a]]')
  expect(artifacts[0]?.metadata).toEqual({ language: 'dataview', lines: [3, 5], state: 'result', rows: 1 })
  expect(artifacts[1]?.content).toContain('Not supported: CALENDAR (line 1, column 1)')
  expect(artifacts[2]?.content).toContain('Varve never runs programs from notes')
  expect(artifacts[2]?.metadata).toMatchObject({ state: 'script' })
})
