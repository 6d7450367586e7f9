import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chunkNote, type Passage } from './chunk-note.ts'

const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 500 : 60
const LONGEST = 10_000

describe('passages', () => {
  test('contain the exact text of their lines, in order, skipping only blank lines', () => {
    const line = fc.oneof(
      fc.constant(''),
      fc.stringMatching(/^[a-z .#>*-]{0,80}$/),
      fc.constantFrom('```', '~~~', '## Heading', '  ', '-'.repeat(900), 'word '.repeat(400)),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 80 }), fc.constantFrom('\n', '\r\n'), (lines, lineEnd) => {
        const text = lines.join(lineEnd)
        const headings = lines.flatMap((content, at) =>
          content === '## Heading' ? [{ level: 2, text: 'Heading', line: at + 1 }] : [],
        )
        const covered = new Set<number>()
        let last = 0
        for (const { lines: range, text: own } of chunkNote(text, { headings })) {
          expect(range[0]).toBeGreaterThan(last)
          const end = range[1] < lines.length ? lineEnd : ''
          expect(own).toBe(lines.slice(range[0] - 1, range[1]).join(lineEnd) + end)
          expect(own.length).toBeLessThanOrEqual(LONGEST)
          for (let at = range[0]; at <= range[1]; at++) covered.add(at)
          last = range[1]
        }
        for (const [at, content] of lines.entries())
          expect(covered.has(at + 1) || content.trim() === '').toBe(true)
      }),
      { numRuns: RUNS },
    )
  })

  test('have their headings, outermost first', () => {
    const body = `${'Some words. '.repeat(60)}\n`
    const text = `# One\n${body}## Two\n${body}## Three\n${body}# Four\n${body}`
    const headings = [
      { level: 1, text: 'One', line: 1 },
      { level: 2, text: 'Two', line: 3 },
      { level: 2, text: 'Three', line: 5 },
      { level: 1, text: 'Four', line: 7 },
    ]
    expect(chunkNote(text, { headings }).map(place)).toEqual([
      [[1, 2], ['One']],
      [
        [3, 4],
        ['One', 'Two'],
      ],
      [
        [5, 6],
        ['One', 'Three'],
      ],
      [[7, 8], ['Four']],
    ])
  })

  test('keep a code block whole, across blank lines, separate from what follows', () => {
    const code = `\`\`\`js\n${'const value = 1\n\n'.repeat(150)}\`\`\`\n`
    const text = `Before.\n\n${code}\n${'After. '.repeat(300)}\n`
    const [first] = chunkNote(text)
    expect(first?.text).toContain(code.trimEnd())
  })

  test('split a very long line into pieces with its number, losing nothing', () => {
    const text = `short\n${'long words '.repeat(20_000)}\nend`
    const pieces = chunkNote(text).filter((passage) => passage.lines[0] === 2)
    expect(pieces.length).toBeGreaterThan(50)
    expect(pieces.map((piece) => piece.text).join('')).toBe(`${'long words '.repeat(20_000)}\n`)
    expect(pieces.every((piece) => piece.lines[1] === 2 && piece.text.length <= LONGEST)).toBe(true)
  })

  test('never split a character', () => {
    const [first] = chunkNote('😀'.repeat(30_000))
    expect(first?.text.isWellFormed()).toBe(true)
  })

  test('of an empty text are none', () => {
    expect(chunkNote('')).toEqual([])
    expect(chunkNote(' \n\n\t\n')).toEqual([])
  })
})

function place({ lines, headings }: Passage): readonly unknown[] {
  return [lines, headings]
}
