import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from './hostile-text.ts'
import { countUpdate } from './render-update.ts'
import { applyUnifiedDiff, unifiedDiff } from './unified-diff.ts'

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

describe('unifiedDiff', () => {
  test('[P-5] applying it gives the new text exactly, for every pair of texts', () => {
    const pair = fc.oneof(fc.tuple(document, document), fc.tuple(hostileText, hostileText))
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const update = unifiedDiff(before, after)
        expect(update).toBeDefined()
        expect(applyUnifiedDiff(before, update ?? '')).toBe(after)
      }),
      { numRuns: 3000 },
    )
  })

  test('[P-5] shows changed passages with one line of context, in order', () => {
    const before = '# Plan\n\none\ntwo\nthree\nfour\nfive\nsix\nseven\n'
    const after = '# Plan\n\none\nTWO\nthree\nfour\nfive\nsix\nseven\neight\n'
    expect(unifiedDiff(before, after)).toBe(
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
      expect(applyUnifiedDiff(before, unifiedDiff(before, after) ?? 'none')).toBe(after)
    expect(unifiedDiff('same', 'same')).toBe('')
  })

  test('[P-5] gives up where too much changed, the same way every time', () => {
    const before = Array.from({ length: 3000 }, (_, index) => `old ${index}`).join('\n')
    const after = Array.from({ length: 3000 }, (_, index) => `new ${index}`).join('\n')
    expect(unifiedDiff(before, after)).toBeUndefined()
  })

  test('[P-5] takes huge lines', () => {
    const before = `${'x'.repeat(1_000_000)}\nend`
    const after = `${'x'.repeat(1_000_000)}y\nend`
    expect(applyUnifiedDiff(before, unifiedDiff(before, after) ?? '')).toBe(after)
  })

  test('[L-1] writes no blank of its own at the end of a line', () => {
    const update = unifiedDiff('a\n\nb\n\nc\n', 'a\n\nB\n\nc\n') ?? ''
    expect(update).toBe('@@ -2,3 +2,3 @@\n\n-b\n+B\n')
    expect(applyUnifiedDiff('a\n\nb\n\nc\n', update)).toBe('a\n\nB\n\nc\n')
  })
})

describe('applyUnifiedDiff', () => {
  test('[P-5] refuses an update that does not fit, and what is no update', () => {
    const update = unifiedDiff('one\ntwo\nthree\n', 'one\n2\nthree\n') ?? ''
    expect(applyUnifiedDiff('one\nzwei\nthree\n', update)).toBeUndefined()
    expect(applyUnifiedDiff('', update)).toBeUndefined()
    expect(applyUnifiedDiff('one\n', 'hello')).toBeUndefined()
    expect(applyUnifiedDiff('one\n', '@@ -1,2 +1,1 @@\n-one')).toBeUndefined()
    expect(applyUnifiedDiff('a\nb\nc\n', '@@ -2,1 +2,1 @@\n-b\n+x\n@@ -1,1 +1,1 @@\n-a\n+y')).toBeUndefined()
    expect(applyUnifiedDiff('one\n', '@@ -9,0 +9,1 @@\n+x')).toBeUndefined()
  })

  test('[P-5] refuses or applies any text without failing', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (before, update) => {
        expect(['string', 'undefined']).toContain(typeof applyUnifiedDiff(before, update))
      }),
    )
  })
})

describe('countUpdate', () => {
  test('[P-5] counts changed lines, not lines that look like signs', () => {
    const count = (text: string) => countUpdate({ kind: 'diff', text })
    expect(count(unifiedDiff('a\n-b\nc\n', 'a\n+b\n+d\nc\n') ?? '')).toEqual({ added: 2, removed: 1 })
    expect(count('')).toEqual({ added: 0, removed: 0 })
  })
})
