import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readFrontMatter } from './parse-note.ts'
import { parseSimpleYaml } from './simple-yaml.ts'

const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 20_000 : 1_000
const read = (block: string) => readFrontMatter(`---\n${block}\n---\n`).frontMatter

describe('values of a block', () => {
  test.each<[string, Record<string, unknown>]>([
    ['a: 1\nb: 1.5\nc: true\nd: null\ne: ~\nf:', { a: 1, b: 1.5, c: true, d: null, e: null, f: null }],
    [
      'a: 2021-06-16\nb: 2021-06-16T10:00:00Z\nc: 10:30',
      { a: '2021-06-16', b: '2021-06-16T10:00:00Z', c: '10:30' },
    ],
    ['a: [x, "y, z", 3]\nb:\n- p\n- q', { a: ['x', 'y, z', 3], b: ['p', 'q'] }],
    ['a:\n  b:\n    - c: d', { a: { b: [{ c: 'd' }] } }],
    ['a: |\n  x\n  y\nb: >-\n  x\n  y', { a: 'x\ny\n', b: 'x y' }],
    ["a: 'it''s'\nb: \"t\\tab\"", { a: "it's", b: 't\tab' }],
    ['a: &x [1]\nb: *x', { a: [1], b: [1] }],
    [
      'a: .nan\nb: -.inf\nc: 12345678901234567890\nd: 0x1F',
      { a: '.nan', b: '-.inf', c: '12345678901234567890', d: 31 },
    ],
    ['# comment\n\nnull: 1\n2024: x\n"a b": y', { null: 1, 2024: 'x', 'a b': 'y' }],
    ['{a: 1, b: [2]}', { a: 1, b: [2] }],
    ['created: <% tp.date.now() %>', { created: '<% tp.date.now() %>' }],
  ])('%j', (block, values) => {
    expect(read(block)).toEqual({ values, lines: [1, block.split('\n').length + 2] })
  })

  test('names that every object has are plain names', () => {
    const { values } = read('__proto__:\n  polluted: yes\nconstructor: x')
    expect(Object.keys(values)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('its start and end', () => {
  test.each([
    ['no front matter', '# x\n---\n', 0],
    ['a line above it', '\n---\na: 1\n---\n', 0],
    ['never closed', '---\na: 1\n', 0],
    ['a longer line', '----\na: 1\n----\n', 0],
    ['an empty block', '---\n---\nx', 2],
    ['blanks after the dashes', '---  \na: 1\n--- \t\nx', 3],
    ['dashes within', '---\na: x ---\n---b\n---\n', 4],
    ['the end of the file', '---\na: 1\n---', 3],
  ])('%s', (_what, text, lines) => {
    expect(readFrontMatter(text).lines).toBe(lines)
  })
})

describe('an unclosed block', () => {
  test.each([
    '---\nprivate: true\n\nDear diary',
    '---\ntags:\n  - a\n- b\n# c\nLocal-Only: yes\n...\nDear diary',
    '---\n"varve": private',
  ])('is reported if it says who may read the note: %j', (text) => {
    expect(readFrontMatter(text)).toMatchObject({
      frontMatter: {
        values: {},
        problem: 'line 1: front matter is not closed, a line with "---" alone is missing',
      },
      lines: 0,
      bodyStart: 0,
    })
  })

  test.each(['---\na: 1\n', '---\nDear diary\nprivate: what is said here', '---'])(
    'otherwise is text: %j',
    (text) => {
      expect(readFrontMatter(text).frontMatter).toEqual({ values: {} })
    },
  )
})

describe('an invalid block reports its line, and the rest of it still counts', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['a: 1\na: 2\nb: 3', { a: 2, b: 3 }, /^line 3: "a" is there twice/],
    ['x: 1\na: "open\ntags: [t]', { x: 1, tags: ['t'] }, /^line 3: /],
    ['x: 1\na: [1, 2\ntags: t', { x: 1, tags: 't' }, /^line 3: /],
    ['a: !!js/function "() => 1"\nb: 1', { a: '() => 1', b: 1 }, /^line 2: Unresolved tag/],
    ['a: !custom x', { a: 'x' }, /^line 2: Unresolved tag/],
    ['- a\n- b', {}, /^line 2: not a property/],
    ['just text', {}, /^line 2: not a property/],
    ['? [a]\n: b', {}, /^line 2: a name that is itself/],
    ['a: {[b]: c}', { a: {} }, /^line 2: a name that is itself/],
    ['b: *nothing', { b: null }, /^line 2: an alias of nothing/],
  ])('%j', (block, values, problem) => {
    const found = read(block)
    for (const [name, value] of Object.entries(values)) expect(found.values[name]).toEqual(value)
    expect(found.problem).toMatch(problem)
  })

  test('a block in another language is neither read nor run', () => {
    const { frontMatter, lines } = readFrontMatter('---js\nglobalThis.wasRun = true\n---\nx')
    expect(frontMatter.values).toEqual({})
    expect(frontMatter.problem).toMatch(/^line 1: front matter in "js" is neither read nor run/)
    expect(lines).toBe(3)
    expect('wasRun' in globalThis).toBe(false)
  })

  test('aliases that expand to billions of values, or to themselves, stop at a limit', () => {
    const names = 'a b c d e f g h i j k'.split(' ')
    const bomb = names.map(
      (name, at) =>
        `${name}: &${name} [${Array(9)
          .fill(at ? `*${names[at - 1]}` : 'x')
          .join(',')}]`,
    )
    const found = read(bomb.join('\n'))
    expect(found.problem).toMatch(/more values or deeper nesting/)
    expect(JSON.stringify(found.values).length).toBeLessThan(100_000)
    expect(read('a: &a [*a]').problem).toMatch(/more values or deeper nesting/)
  })

  test.each([
    '[',
    '{',
    '{a: ',
    '- ',
    '? ',
    '"',
    "'",
    '!a ',
    '&a ',
    '*a ',
    'a: ',
    '\n',
    '\n ',
    '\na: "',
    '|\n',
    '#',
    '%',
    '\t',
  ])(
    '100 KB of %j are read quickly',
    (unit) => {
      const hostile = unit.repeat(Math.ceil(100_000 / unit.length))
      for (const block of [
        hostile,
        `a: ${hostile}`,
        `tags: [x]\nb: ${hostile.slice(0, 4_000)}`,
        hostile.slice(0, 4_090),
      ])
        expect(read(block).values).toBeDefined()
    },
    5_000,
  )
})

/** Pieces that are easy to read wrongly, put together at random. */
const piece = fc.constantFrom(
  ...[
    'a¦b c¦x-1¦1¦01¦-3¦1.50¦2021-06-16¦12:30¦true¦No¦null¦~¦¦"q"¦\'s\'¦[a, b]¦[]¦[ ]¦[a, [b]]',
    '["x", y]¦[a,,b]¦{a: b}¦a: b¦a:b¦x #c¦x#c¦#c¦- a¦  - a¦  - b: c¦ - 1¦-¦>¦|¦&a¦*a¦!t¦@x¦`x`¦%x',
    'é¦😀¦.5¦+1¦<x>¦[1]¦0¦-0¦1e3¦0o7¦yes¦x ¦(x)¦/p¦C:\\x¦http://x.org/a?b=c¦$1¦=¦a, b',
  ].flatMap((row) => row.split('¦')),
)
const line = fc.oneof(
  fc
    .tuple(fc.constantFrom('a', 'b', 'long name', 'ü', 'x/y', 'null', '1', ' c', '-d'), piece)
    .map(([n, v]) => `${n}: ${v}`),
  fc.constantFrom('a:', 'tags:', '', ' ', '# c'),
  piece,
)

test('the fast reader of plain front matter agrees with a YAML parser', () => {
  let answered = 0
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
      const block = lines.join('\n')
      const simple = parseSimpleYaml(block)
      if (!simple) return
      answered += 1
      expect(simple).toEqual(parse(block) ?? {})
    }),
    { numRuns: RUNS },
  )
  expect(answered).toBeGreaterThan(RUNS / 20)
})
