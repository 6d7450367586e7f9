import { expect, test } from 'vitest'
import { fencedLines } from './note-text.ts'

function fenced(...lines: readonly string[]): readonly string[] {
  const code = fencedLines(lines)
  return lines.filter((_, at) => code.has(at))
}

test('what stands between fences is code, and ends only at a fence like the first', () => {
  expect(fenced('a', '```sh', '[[ x ]]', '```', 'b')).toEqual(['```sh', '[[ x ]]', '```'])
  expect(fenced('~~~~', '~~~', '```', '~~~~~', 'b')).toEqual(['~~~~', '~~~', '```', '~~~~~'])
  expect(fenced('```', 'no end')).toEqual(['```', 'no end'])
})

test('fences stand in lists and quotations too; three ticks in a line are none', () => {
  expect(fenced('> ```', '> [[ x ]]', '> ```', '> b')).toHaveLength(3)
  expect(fenced('- ```', '  [[ x ]]', '  ```', 'b')).toHaveLength(3)
  expect(fenced('```[[ x ]]```', 'b')).toEqual([])
})
