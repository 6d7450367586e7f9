import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyChanges, countChanges, renderChanges } from './changes.ts'
import { hostileText } from '../testing/hostile-text.ts'

const line = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'b',
    ' ',
    '@',
    '@ -1 +1',
    '@ *1 a',
    '["a","b","c"]',
    '~1',
    'c\r',
    '\r',
    'a b c  ',
    '\ud83d',
  ),
  fc.string({ maxLength: 5 }),
  fc
    .array(fc.constantFrom('one', 'two', ' ', '  ', 'three', '、', '猫'), { maxLength: 30 })
    .map((words) => words.join('')),
)
const document = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, ending, closed]) => lines.join(ending) + (closed ? ending : ''))
const edited = fc
  .tuple(document, fc.array(fc.tuple(fc.nat(400), fc.nat(9), fc.string({ maxLength: 9 })), { maxLength: 4 }))
  .map(([before, edits]): [string, string] => {
    let after = before
    for (const [at, removed, added] of edits) after = after.slice(0, at) + added + after.slice(at + removed)
    return [before, after]
  })

describe('[P-5] renderChanges', () => {
  test('applying it gives the new text exactly, for every pair of texts', () => {
    const pair = fc.oneof(fc.tuple(document, document), edited, fc.tuple(hostileText, hostileText))
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const changes = renderChanges(before, after)
        expect(changes).toBeDefined()
        expect(applyChanges(before, changes ?? '')).toBe(after)
      }),
      { numRuns: 5000 },
    )
  })

  test('names a place by the line before it, says how many lines go, and repeats none of them', () => {
    const before = '# Plan\n\none day\none week\nthree\nfour\n'
    expect(renderChanges(before, before.replace('one week', 'two weeks\nor more'))).toBe(
      ['@ -1 +2 one day', 'two weeks', 'or more'].join('\n'),
    )
    expect(renderChanges(before, before.replace('three\n', ''))).toBe('@ -1 +0 one week')
  })

  test('goes back to a line that has a name of its own, and to the beginning of the text', () => {
    expect(renderChanges('# Plan\n\none\n\ntwo\n', '# Plan\n\none\n\nTWO\n')).toBe('@ ~1 -1 +1 one\nTWO')
    expect(renderChanges('\n\nsame\nsame\nend', '\n\nsame\nother\nend')).toBe('@ ~3 -1 +1\nother')
    expect(renderChanges('', 'a\n')).toBe('@ -0 +1\na')
  })

  test('gives only the changed words of a long line, each between words that stay', () => {
    const before = `Every morning we practise scales for an hour. ${'Nobody complains. '.repeat(9)}Then we rest.`
    const after = before.replace('an hour', 'half an hour').replace('we rest', 'they sleep')
    const changes = renderChanges(`# Music\n${before}`, `# Music\n${after}`) ?? ''
    expect(changes).toBe('@ *1 # Music\n["for ","half ","an","Then ","they sleep.",""]')
    expect(countChanges(changes)).toEqual({ added: 1, removed: 1 })
  })

  test('scripts without blanks are changed by character', () => {
    const before = '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。'.repeat(4)
    const changes = renderChanges(before, before.replace('名前', '名字')) ?? ''
    expect(changes.length).toBeLessThan(60)
    expect(applyChanges(before, changes)).toBe(before.replace('名前', '名字'))
  })

  test('keeps carriage returns, missing final newlines and empty texts apart', () => {
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
      expect(applyChanges(before, renderChanges(before, after) ?? 'none')).toBe(after)
    expect(renderChanges('same', 'same')).toBe('')
  })

  test('gives up where too much changed, and takes huge lines', () => {
    const many = (word: string): string =>
      Array.from({ length: 3000 }, (_, index) => `${word} ${index}`).join('\n')
    expect(renderChanges(many('old'), many('new'))).toBeUndefined()
    const huge = 'x'.repeat(1_000_000)
    expect(applyChanges(`${huge}\nend`, renderChanges(`${huge}\nend`, `${huge}y\nend`) ?? '')).toBe(
      `${huge}y\nend`,
    )
  })

  test('[L-1] writes no blank of its own at the end of a line', () => {
    expect(renderChanges('b\na \na  \nx', 'b\na \na  \ny')).toBe('@ ~2 -1 +1 b\ny')
  })
})

describe('[P-5] applyChanges', () => {
  test('refuses changes that do not fit, and what is none', () => {
    const changes = renderChanges('one\ntwo\nthree\n', 'one\n2\nthree\n') ?? ''
    expect(applyChanges('eins\ntwo\nthree\n', changes)).toBeUndefined()
    expect(applyChanges('one\none more\ntwo\n', changes)).toBeUndefined()
    expect(applyChanges('', changes)).toBeUndefined()
    for (const text of ['hello', '@ -1 +2\nx', '@ *1\nx', '@ *1\n["a","b"]', '@ -9 +0', '@ ~9 -0 +1\nx'])
      expect(applyChanges('one\n', text)).toBeUndefined()
    expect(applyChanges('a\nb\nc', '@ -1 +1 b\nx\n@ -1 +1\ny')).toBeUndefined()
  })

  test('refuses or applies any text without failing', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (before, changes) => {
        expect(['string', 'undefined']).toContain(typeof applyChanges(before, changes))
      }),
    )
  })
})
