import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseNote } from './parse-note.ts'
import type { ParsedNote } from './parsed-note.ts'

const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 5_000 : 300
const bad = fileURLToPath(new URL('../../../../../shared/data/badinput/', import.meta.url))

/** Written with a bar between them, to keep the table short. */
function pieces(...rows: readonly string[]): readonly string[] {
  return rows.flatMap((row) => row.split('¦'))
}

/** What means something in a note, put together at random: nearer to trouble than random characters. */
const mark = fc.constantFrom(
  ...pieces(
    '[[¦]]¦![[¦[¦]¦](¦(¦)¦<¦>¦|¦#¦# ¦#a¦^¦^id¦`¦```¦~~~¦%%¦<!--¦-->¦$¦$$¦::¦key:: ¦\\¦- ¦- [ ] ',
    '1. ¦> ¦> [!note] ¦    ¦\t¦\n¦\n\n¦---\n¦---js\n¦a: b\n¦tags: [x]\n¦```dataview\n¦<pre>',
    '</pre>¦word¦é¦😀¦\ud800¦\0¦\ufeff¦===\n¦http://x.org/#a¦%20¦[a]: b¦![](¦"¦\'¦\u2028¦|-|-|\n',
  ),
)
const hostile = fc.array(mark, { maxLength: 40 }).map((marks) => marks.join(''))

/** Every line number that a parsed note gives. */
function linesIn(note: ParsedNote): readonly number[] {
  return [
    ...(note.frontMatter.lines ?? []),
    ...[...note.headings, ...note.links, ...note.fields, ...note.items].map(({ line }) => line),
    ...[...note.blocks, ...note.callouts, ...note.queries].flatMap(({ lines }) => lines),
  ]
}

describe('any text', () => {
  test('is parsed into plain data, with existing lines', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        const note = parseNote(text)
        const lines = text.split(/\r\n|\r|\n/u).length
        for (const line of linesIn(note)) expect(line >= 1 && line <= lines).toBe(true)
        for (const {
          lines: [from, to],
        } of [...note.blocks, ...note.callouts, ...note.queries])
          expect(from <= to).toBe(true)
        expect(JSON.parse(JSON.stringify(note))).toEqual(note)
      }),
      { numRuns: RUNS },
    )
  })

  test('means the same with every line ending', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const plain = parseNote(text)
        expect(parseNote(text.replaceAll('\n', '\r\n'))).toEqual(plain)
        expect(parseNote(text.replaceAll('\n', '\r'))).toEqual(plain)
        const unmarked = text.replace(/^\ufeff+/u, '')
        expect(parseNote(`\ufeff${unmarked}`)).toEqual(parseNote(unmarked))
      }),
      { numRuns: RUNS },
    )
  })

  test('a link in prose is found on its line, whatever precedes it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('', 'words', '# h', '- item', '> quote', '`code`', '#tag'), {
          maxLength: 30,
        }),
        (above) => {
          const lines = [...above, '', 'See [[there]].']
          expect(parseNote(lines.join('\n')).links).toEqual([
            { form: 'wiki', embed: false, target: 'there', line: lines.length },
          ])
        },
      ),
      { numRuns: RUNS },
    )
  })

  test('handles files made to break readers', ({ skip }) => {
    if (!existsSync(bad)) skip('needs ../shared/data/badinput beside the repository')
    const texts = readdirSync(bad, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      if (!/\.(?:json|jsonl|txt)$/u.test(name)) return []
      const text = readFileSync(bad + name, 'utf8')
      if (name.endsWith('.txt')) return [text]
      const values = name.endsWith('.json') ? [text] : text.trim().split('\n')
      return [text, ...values.flatMap((value) => stringsIn(JSON.parse(value)))]
    })
    for (const text of texts) expect(linesIn(parseNote(text)).every((line) => line >= 1)).toBe(true)
    expect(texts.length).toBeGreaterThan(1_000)
  })
})

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

const UNITS = pieces(
  '[¦[[¦![[¦[[a¦[[a|¦[[a|b]¦](¦[](¦[](a¦[](<¦[](a "¦[](a \'¦[](a (¦[x](a¦`¦``a`¦`````a¦<¦<a',
  '<a href="¦<!--¦<!-- a¦%%¦%%a¦$¦$a¦$$¦#¦#a¦#a/¦# ¦#\n¦>¦> ¦- ¦* ¦1. ¦-\n¦- a\n¦+ - * ¦\t¦ ¦\n',
  'a::¦[a::¦[a:: ¦(a::¦(a:: (¦[a:: b]¦key:: v\n¦::¦://¦\\¦^a¦ ^a¦---\n¦===\n¦a\n---\n¦a\n===\n',
  'a\n¦~~~\n¦```\n¦```dataview\n¦> [!note]\n¦> a\n> ¦[a]: b\n¦[a]:¦- [ ] a\n¦|a¦|---|\n¦<pre>\n',
  '<!--\n¦%%\n¦%% a\n¦#😀¦#a\u0301¦&amp;¦**a¦\0¦\ud800¦\r¦[](%E0¦> - ¦- > ¦   - ',
)
const PAIRS = ['[', '[[', '(', '`', '> ', '- ', '[a:: ', '<', '%%', '!['].flatMap((open) =>
  [']', ']]', ')', '](a)', '`', ' x\n', '\n', ']: ', '>'].map((close) => [open, close] as const),
)
const LENGTH = 100_000

/** A pattern that is not linear takes minutes here: the time limit of the test fails it. */
describe('100 KB of one pattern are parsed quickly', () => {
  test.each(UNITS)('%j', { timeout: 30_000 }, (unit) => {
    const text = unit.repeat(Math.ceil(LENGTH / unit.length))
    expect(parseNote(text).queries).toBeDefined()
    expect(parseNote(`x ${text}`).queries).toBeDefined()
  })

  test('everything that opens, then everything that closes', { timeout: 60_000 }, () => {
    for (const [open, close] of PAIRS) {
      const times = Math.floor(LENGTH / (open.length + close.length))
      expect(parseNote(open.repeat(times) + close.repeat(times)).queries).toBeDefined()
    }
  })

  test('runs of different backticks, ever deeper lists and quotes, and lazy quotes', {
    timeout: 30_000,
  }, () => {
    const count = (most: number, line: (at: number) => string) =>
      Array.from({ length: most }, (_, at) => line(at)).join('')
    expect(parseNote(count(440, (at) => `${'`'.repeat(at + 1)} `)).links).toEqual([])
    expect(parseNote(count(400, (at) => `${'  '.repeat(at)}- [[a]]\n`)).links.length).toBeGreaterThan(30)
    expect(parseNote(count(440, (at) => `${'>'.repeat(at)} [[a]]\n`)).links.length).toBe(440)
    expect(parseNote(`${'> '.repeat(30)}a\n${'[[b]]\n'.repeat(16_000)}`).links.length).toBe(16_000)
  })
})
