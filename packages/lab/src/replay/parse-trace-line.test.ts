import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTraceLine } from './parse-trace-line.ts'
import { readTrace, readTraceLines } from './read-trace.ts'

const LEAST = { conversation: 'c', turn: 1, user: 'Hello' }

function parse(value: unknown) {
  return parseTraceLine(JSON.stringify(value), 7)
}

describe('a line of a trace', () => {
  test('needs only a conversation, a turn and the user’s text', () => {
    expect(parse(LEAST)).toMatchObject({ kind: 'turn', line: 7, turn: LEAST })
  })

  test('may have unknown fields, and null for missing ones', () => {
    const line = { ...LEAST, mood: 'good', at: null, attach: null, assistant: null, tools: [], parent: null }
    expect(parse(line).kind).toBe('turn')
  })

  test.each([
    [{ turn: 1, user: '' }, 'conversation: expected string'],
    [{ ...LEAST, turn: '1' }, 'turn: expected number, received string'],
    [{ ...LEAST, turn: 1.5 }, 'turn: expected int'],
    [{ ...LEAST, user: 5 }, 'user: expected string, received number'],
    [{ ...LEAST, attach: [{ kind: 'note', path: 'a', content: 4 }] }, 'attach[0].content: expected string'],
    [{ ...LEAST, attach: [{ path: 'a', lines: [9, 3] }] }, 'attach[0].lines: ends before it begins'],
    [{ ...LEAST, tools: [{ name: 'x', args: {} }] }, 'tools[0].result'],
    [{ ...LEAST, at: 'yesterday' }, 'at: "yesterday" is not a time'],
    [{ ...LEAST, tools: [{ name: 'x', result: '', at: '25:00' }] }, 'tools[0].at: "25:00" is not a time'],
    [{ ...LEAST, at: '2026-13-45T09:00:00Z' }, 'is not a time'],
    [[LEAST], 'expected object, received array'],
    [null, 'expected object, received null'],
  ])('%j is refused with its place', (value, reason) => {
    expect(parse(value)).toMatchObject({
      kind: 'malformed',
      line: 7,
      reason: expect.stringContaining(reason),
    })
  })

  test('that is not JSON says so briefly', () => {
    const refused = parseTraceLine(`{"conversation":"c",${'x'.repeat(5000)}`, 3)
    expect(refused).toMatchObject({
      kind: 'malformed',
      line: 3,
      reason: expect.stringMatching(/^not JSON: /),
    })
    expect(refused.kind === 'malformed' ? refused.reason.length : 0).toBeLessThan(200)
  })

  test('any text is a turn, a blank or malformed, and never throws', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.jsonValue().map((v) => JSON.stringify(v)),
    )
    fc.assert(
      fc.property(text, (line) => ['turn', 'blank', 'malformed'].includes(parseTraceLine(line, 1).kind)),
    )
  })
})

describe('a trace', () => {
  const line = JSON.stringify(LEAST)
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

  test('may be empty, or blank', () => {
    expect(readTrace(bytes(''))).toEqual({ turns: [] })
    expect(readTrace(bytes('\n \r\n\n'))).toEqual({ turns: [] })
  })

  test('may begin with a byte order mark, use any line ending and lack the last one', () => {
    const text = `\uFEFF${line}\r\n\n${JSON.stringify({ ...LEAST, turn: 2 })}`
    expect(readTrace(bytes(text)).turns.map((turn) => [turn.line, turn.turn.turn])).toEqual([
      [1, 1],
      [3, 2],
    ])
  })

  test('returns the turns before an invalid line, and the line', () => {
    const read = readTrace(bytes(`${line}\n{"conversation":\n${line}\n`))
    expect(read.turns).toHaveLength(1)
    expect(read.malformed).toMatchObject({ line: 2, reason: expect.stringContaining('not JSON') })
  })

  test('names a line that is not UTF-8', () => {
    const broken = new Uint8Array([...bytes(`${line}\n`), 0x7b, 0xff, 0xfe, 0x7d])
    expect(readTrace(broken).malformed).toEqual({ kind: 'malformed', line: 2, reason: 'not UTF-8' })
  })

  test('is the same from bytes and from lines', () => {
    const lines = fc.array(
      fc.oneof(
        fc.constant(''),
        fc
          .record({ user: fc.string({ unit: 'grapheme' }) })
          .map((more) => JSON.stringify({ ...LEAST, ...more })),
        fc.string().map((text) => text.replace(/[\n\r\uFEFF]/g, '')),
      ),
    )
    fc.assert(
      fc.property(lines, (some) => {
        expect(readTrace(bytes(some.join('\n')))).toEqual(readTraceLines(some))
      }),
    )
  })
})

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'

test.each([
  [{ data: PIXEL, mimeType: 'text/html' }, '"text/html" is not a kind of image'],
  [{ data: PIXEL, mediaType: 'text/html' }, '"text/html" is not a kind of image'],
  [{ data: '', mediaType: 'image/png' }, 'its data is empty'],
  [{ data: ' \n', mediaType: 'image/png' }, 'its data is empty'],
  [{ data: '<html>', mediaType: 'image/png' }, 'its data is not base64'],
  [{ data: 'abcde', mediaType: 'image/png' }, 'its data is not base64'],
  [{ url: 'data:text/html;base64,abcd' }, '"text/html" is not a kind of image'],
  ['data:image/png;base64,', 'its data is empty'],
  ['data:image/png,abc', 'a data: URI that is not base64'],
])('an invalid picture: %j', (image, reason) => {
  const turn = { conversation: 'c', turn: 1, user: 'x' }
  expect(parseTraceLine(JSON.stringify({ ...turn, images: [image] }), 3)).toEqual({
    kind: 'malformed',
    line: 3,
    reason: `images[0]: ${reason}`,
  })
  const attached = { ...turn, attach: [{ path: 'a.md', content: 'x', images: ['a.png', image] }] }
  expect(parseTraceLine(JSON.stringify(attached), 3)).toMatchObject({
    reason: `attach[0].images[1]: ${reason}`,
  })
})
