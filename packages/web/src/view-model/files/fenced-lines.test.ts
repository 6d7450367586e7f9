import { expect, test } from 'vitest'
import { fencedLines } from './note-text.ts'

function fenced(...lines: readonly string[]): readonly string[] {
  const code = fencedLines(lines)
  return lines.filter((_, at) => code.has(at))
}

test('text between fences is code until a matching fence', () => {
  expect(fenced('a', '```sh', '[[ x ]]', '```', 'b')).toEqual(['```sh', '[[ x ]]', '```'])
  expect(fenced('~~~~', '~~~', '```', '~~~~~', 'b')).toEqual(['~~~~', '~~~', '```', '~~~~~'])
  expect(fenced('```', 'no end')).toEqual(['```', 'no end'])
})

test('recognises fences in lists and quotes, but not three ticks within a line', () => {
  expect(fenced('> ```', '> [[ x ]]', '> ```', '> b')).toHaveLength(3)
  expect(fenced('- ```', '  [[ x ]]', '  ```', 'b')).toHaveLength(3)
  expect(fenced('```[[ x ]]```', 'b')).toEqual([])
})
