import { structuredPatch } from 'diff'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileText } from '../testing/hostile-text.ts'
import { countUpdate } from './render-update.ts'
import { applyUnifiedDiff } from './render-update.ts'

test('[P-5] updates of version 1 are read back exactly, for every pair of texts', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (before, after) => {
      expect(applyUnifiedDiff(before, unifiedDiff(before, after))).toBe(after)
    }),
    { numRuns: 3000 },
  )
})

test('[P-5] what does not fit, or is no update of version 1, is refused', () => {
  const update = unifiedDiff('one\ntwo\nthree\n', 'one\n2\nthree\n')
  for (const [before, given] of [
    ['one\nzwei\nthree\n', update],
    ['', update],
    ['one\n', 'hello'],
    ['one\n', '@@ -1,2 +1,1 @@\n-one'],
    ['a\nb\nc\n', '@@ -2,1 +2,1 @@\n-b\n+x\n@@ -1,1 +1,1 @@\n-a\n+y'],
    ['one\n', '@@ -9,0 +9,1 @@\n+x'],
  ] as const)
    expect(applyUnifiedDiff(before, given)).toBeUndefined()
  fc.assert(
    fc.property(hostileText, hostileText, (before, given) => {
      expect(['string', 'undefined']).toContain(typeof applyUnifiedDiff(before, given))
    }),
  )
})

test('[P-5] changed lines are counted, not lines that look like signs', () => {
  const text = unifiedDiff('a\n-b\nc\n', 'a\n+b\n+d\nc\n')
  expect(countUpdate({ kind: 'diff', text })).toEqual({ added: 2, removed: 1 })
})

/** As version 1 wrote it: one line of context, an unchanged empty line without its sign. */
function unifiedDiff(before: string, after: string): string {
  return structuredPatch('', '', before, after, undefined, undefined, { context: 1 })
    .hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${oldStart - (oldLines === 0 ? 1 : 0)},${oldLines} +${newStart - (newLines === 0 ? 1 : 0)},${newLines} @@`,
      ...lines.map((line) => (line === ' ' ? '' : line)),
    ])
    .join('\n')
}
