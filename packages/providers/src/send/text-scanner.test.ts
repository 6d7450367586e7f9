import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ScannedEvent, type ScannerOptions, TextScanner } from './text-scanner.ts'

const ACTIONS = ['writeFile', 'writeFileLater', 'edit']

function scan(chunks: readonly string[], options: Partial<ScannerOptions> = {}): readonly ScannedEvent[] {
  const scanner = new TextScanner({ actions: ACTIONS, ...options })
  return joinDeltas([...chunks.flatMap((chunk) => scanner.write(chunk)), ...scanner.end()])
}

function joinDeltas(events: readonly ScannedEvent[]): readonly ScannedEvent[] {
  const joined: ScannedEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (event.kind !== 'action' && last?.kind === event.kind)
      joined[joined.length - 1] = { ...last, delta: last.delta + event.delta }
    else joined.push(event)
  }
  return joined
}

function received(events: readonly ScannedEvent[]): string {
  return events.map((event) => (event.kind === 'action' ? event.raw : event.delta)).join('')
}

describe('blocks in a streamed text', () => {
  test('separates thinking from the answer', () => {
    expect(scan(['<think>why', ' so</think>Because.'])).toEqual([
      { kind: 'reasoning', delta: 'why so' },
      { kind: 'text', delta: 'Because.' },
    ])
  })

  test('unclosed thinking stays thinking', () => {
    expect(scan(['<thinking>a < b </thin'])).toEqual([{ kind: 'reasoning', delta: 'a < b </thin' }])
  })

  test('drops a closing tag without an opening one', () => {
    expect(scan(['Hello</thi', 'nk> world'])).toEqual([{ kind: 'text', delta: 'Hello world' }])
  })

  test('handles an answer that begins inside the thinking', () => {
    expect(scan(['because</think>Yes'], { startsThinking: true })).toEqual([
      { kind: 'reasoning', delta: 'because' },
      { kind: 'text', delta: 'Yes' },
    ])
  })

  test('returns an action whole, with its attributes and bytes', () => {
    const raw = '<writeFile path="a &amp; b.md" mode=\'new\'>\n# A <b>\n</writeFile>'
    expect(scan(['Here: ', raw, ' done'])).toEqual([
      { kind: 'text', delta: 'Here: ' },
      {
        kind: 'action',
        name: 'writeFile',
        attributes: { path: 'a & b.md', mode: 'new' },
        text: '\n# A <b>\n',
        raw,
      },
      { kind: 'text', delta: ' done' },
    ])
  })

  test('of two names with a common prefix, matches the longer one', () => {
    expect(scan(['<writeFileLater path="x"/>'])).toMatchObject([
      { kind: 'action', name: 'writeFileLater', attributes: { path: 'x' }, text: '' },
    ])
  })

  test('an interrupted action becomes text', () => {
    const text = 'x <writeFile path="a.md">half of i'
    expect(scan([text])).toEqual([{ kind: 'text', delta: text }])
  })

  test.each([
    ['in a fence', '```xml\n<writeFile path="a">b</writeFile>\n```\n'],
    ['in a code span', 'the tag `<think>` opens it'],
    ['of another name', 'a <b>c</b> < d <thinks> </writeFile>'],
    ['with broken attributes', '<writeFile path=a>b</writeFile>'],
    ['too long to be meant', `<writeFile path="${'x'.repeat(5_000)}">b</writeFile>`],
  ])('leaves a tag %s alone', (_, text) => {
    expect(scan([text])).toEqual([{ kind: 'text', delta: text }])
  })

  test('counts blocks again after a fence closes', () => {
    expect(scan(['```\n<think>\n```\n<edit>x</edit>']).map(({ kind }) => kind)).toEqual(['text', 'action'])
  })

  const tags = ['<think>', '</think>', '<thinking>', '</thinking>', '<edit>', '</edit>', '</writeFile>']
  const others = [
    '<writeFile path="a">',
    '<writeFileLater x=\'1\' y="2"/>',
    '```',
    '~~~',
    '\n',
    '`',
    '<',
    '</',
  ]
  const words = ['>', ' ', 'word', 'é', '😀', '   ', 'path="', '"', '<writeFile', '<wri', 'nk>']
  const piece = fc.constantFrom(...tags, ...others, ...words)

  test('any chunking gives the same events, and no byte is lost', () => {
    const runs = fc.record({
      text: fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join('')),
      cuts: fc.array(fc.nat({ max: 200 }), { maxLength: 20 }),
      startsThinking: fc.boolean(),
    })
    fc.assert(
      fc.property(runs, ({ text, cuts, startsThinking }) => {
        const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
        const chunks = [...places, text.length].map((end, index) => text.slice(places[index - 1] ?? 0, end))
        const whole = scan([text], { startsThinking })
        expect(scan(chunks, { startsThinking })).toEqual(whole)
        expect(scan(text.split(''), { startsThinking })).toEqual(whole)
        const thinkingTags = /<\/?think(?:ing)?>/g
        expect(received(whole).replace(thinkingTags, '')).toBe(text.replace(thinkingTags, ''))
      }),
      { numRuns: 2_000 },
    )
  })
})
