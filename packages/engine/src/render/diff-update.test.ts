import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDiffUpdate } from './apply-diff-update.ts'
import { countDiffLines } from '../plan/explaining/describe-block.ts'
import { diffUpdate } from './diff-update.ts'
import { hostileText } from './hostile-text.ts'

const line = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'b',
    ' ',
    '-',
    '+',
    '\\ No newline at end of file',
    '@@ -1,1 +1,1 @@',
    'c\r',
    '\r',
  ),
  fc.string({ maxLength: 5 }),
)
const document = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, ending, closed]) => lines.join(ending) + (closed ? ending : ''))

describe('diffUpdate', () => {
  test('[P-5] applying it gives the new text exactly, for every pair of texts', () => {
    const pair = fc.oneof(fc.tuple(document, document), fc.tuple(hostileText, hostileText))
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const update = diffUpdate(before, after)
        expect(update).toBeDefined()
        expect(applyDiffUpdate(before, update ?? '')).toBe(after)
      }),
      { numRuns: 3000 },
    )
  })

  test('[P-5] shows changed passages with one line of context, in order', () => {
    const before = '# Plan\n\none\ntwo\nthree\nfour\nfive\nsix\nseven\n'
    const after = '# Plan\n\none\nTWO\nthree\nfour\nfive\nsix\nseven\neight\n'
    expect(diffUpdate(before, after)).toBe(
      ['@@ -3,3 +3,3 @@', ' one', '-two', '+TWO', ' three', '@@ -9,1 +9,2 @@', ' seven', '+eight'].join('\n'),
    )
  })

  test('[P-5] keeps carriage returns, missing final newlines and empty texts apart', () => {
    for (const [before, after] of [
      ['a\r\nb\r\n', 'a\nb\n'],
      ['a', 'a\n'],
      ['a\n', 'a'],
      ['', 'a'],
      ['a', ''],
      ['', '\n'],
      ['a\rb', 'a\rc'],
      ['\n\n\n', '\n\n'],
    ] as const)
      expect(applyDiffUpdate(before, diffUpdate(before, after) ?? 'none')).toBe(after)
    expect(diffUpdate('same', 'same')).toBe('')
  })

  test('[P-5] gives up where too much changed, the same way every time', () => {
    const before = Array.from({ length: 3000 }, (_, index) => `old ${index}`).join('\n')
    const after = Array.from({ length: 3000 }, (_, index) => `new ${index}`).join('\n')
    expect(diffUpdate(before, after)).toBeUndefined()
  })

  test('[P-5] takes huge lines', () => {
    const before = `${'x'.repeat(1_000_000)}\nend`
    const after = `${'x'.repeat(1_000_000)}y\nend`
    expect(applyDiffUpdate(before, diffUpdate(before, after) ?? '')).toBe(after)
  })

  test('[L-1] writes no blank of its own at the end of a line', () => {
    const update = diffUpdate('a\n\nb\n\nc\n', 'a\n\nB\n\nc\n') ?? ''
    expect(update).toBe('@@ -2,3 +2,3 @@\n\n-b\n+B\n')
    expect(applyDiffUpdate('a\n\nb\n\nc\n', update)).toBe('a\n\nB\n\nc\n')
  })
})

describe('applyDiffUpdate', () => {
  test('[P-5] refuses an update that does not fit, and what is no update', () => {
    const update = diffUpdate('one\ntwo\nthree\n', 'one\n2\nthree\n') ?? ''
    expect(applyDiffUpdate('one\nzwei\nthree\n', update)).toBeUndefined()
    expect(applyDiffUpdate('', update)).toBeUndefined()
    expect(applyDiffUpdate('one\n', 'hello')).toBeUndefined()
    expect(applyDiffUpdate('one\n', '@@ -1,2 +1,1 @@\n-one')).toBeUndefined()
    expect(applyDiffUpdate('a\nb\nc\n', '@@ -2,1 +2,1 @@\n-b\n+x\n@@ -1,1 +1,1 @@\n-a\n+y')).toBeUndefined()
    expect(applyDiffUpdate('one\n', '@@ -9,0 +9,1 @@\n+x')).toBeUndefined()
  })

  test('[P-5] refuses or applies any text without failing', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (before, update) => {
        expect(['string', 'undefined']).toContain(typeof applyDiffUpdate(before, update))
      }),
    )
  })
})

describe('countDiffLines', () => {
  test('[P-5] counts changed lines, not lines that look like signs', () => {
    expect(countDiffLines(diffUpdate('a\n-b\nc\n', 'a\n+b\n+d\nc\n') ?? '')).toEqual({ added: 2, removed: 1 })
    expect(countDiffLines('')).toEqual({ added: 0, removed: 0 })
    expect(countDiffLines('+ no diff')).toEqual({ added: 0, removed: 0 })
  })
})
