import { expect, test } from 'vitest'
import { alwaysWords, pathWords, toolWords } from './tool-rule-words.ts'

test('rules in words', () => {
  expect(toolWords({ tool: '*' })).toBe('Any tool')
  expect(pathWords({})).toBe('everything')
  expect(
    alwaysWords([
      { tool: 'mv', path: '/a.md', decision: 'run' },
      { tool: 'mv', path: 'b/[[]c] [*].md', decision: 'run' },
    ]),
  ).toBe('mv, for a.md and b/[c] *.md')
})
