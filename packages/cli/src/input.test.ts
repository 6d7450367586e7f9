import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines } from './input.ts'

async function linesOf(chunks: readonly Uint8Array[]): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of readLines(Readable.from(chunks))) lines.push(line)
  return lines
}

test('a line ends only at a line feed, however the bytes are split', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'ß', '\u2028', '\u2029', '\u0085', '\r', '😀', '"') })
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 5 }), async (lines, size) => {
      const wanted = lines.map((text) => text.replace(/\r+$/, ''))
      const bytes = Buffer.from(wanted.map((text) => `${text}\r\n`).join(''))
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      )
      expect(await linesOf(chunks)).toEqual(wanted)
    }),
  )
})

test('the last line needs no line feed, and a split character stays whole', async () => {
  expect(await linesOf([Buffer.from('a\n\nb')])).toEqual(['a', '', 'b'])
  expect(await linesOf([Buffer.from([0x61, 0x0a, 0xc3])])).toEqual(['a', '\ufffd'])
  expect(await linesOf([])).toEqual([])
})

test('reading a long line of many chunks takes linear time', async () => {
  const chunks = Array.from({ length: 2000 }, () => Buffer.from('x'.repeat(1000)))
  expect((await linesOf(chunks)).map((line) => line.length)).toEqual([2_000_000])
})
