import { createTwoFilesPatch } from 'diff'
import { expect, test } from 'vitest'
import { diffRows } from '../view-model/text/rows.ts'
import { parseUnified } from '../files/file-versions.tsx'

test('rows of a unified diff equal those of a full comparison', () => {
  const before = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n')
  const after = before.replace('line 3', '-- line three').replace('line 25\n', '')
  const patch = createTwoFilesPatch('a', 'b', before, after, '', '', { context: 2 })
  expect(parseUnified(patch)).toEqual(diffRows(before, after, 100).rows)
})

test('other text has no rows', () => {
  expect(parseUnified('"a.bin" is no text: 3 bytes became 4.\n')).toEqual([])
})
