import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import photon from '@silvia-odwyer/photon-node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readImageInfo } from './read-image-info.ts'
import { orientationSegment, pngHeader, writeTestPng } from './testing/write-test-image.ts'

function bytesOf(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
}

function box(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([length, body])
}

const VERSION = new Uint8Array(4)
const spatial = (width: number, height: number): Uint8Array => {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return box('ispe', VERSION, size)
}

describe('size and format from the first bytes', () => {
  const drawn = photon.PhotonImage.new_from_byteslice(writeTestPng(7, 5, (x, y) => [x * 30, y * 50, 9, 255]))
  const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0)
  const cases: readonly (readonly [string, Uint8Array, number, number])[] = [
    ['image/png', pngHeader(640, 480), 640, 480],
    ['image/png', drawn.get_bytes(), 7, 5],
    ['image/jpeg', drawn.get_bytes_jpeg(80), 7, 5],
    ['image/webp', drawn.get_bytes_webp(), 7, 5],
    ['image/gif', bytesOf('GIF89a', [0x2c, 0x01, 0x90, 0x01]), 300, 400],
    ['image/bmp', bytesOf('BM', zeros(12), [40, 0, 0, 0], [10, 0, 0, 0], [0xec, 0xff, 0xff, 0xff]), 10, 20],
    ['image/bmp', bytesOf('BM', zeros(12), [12, 0, 0, 0], [10, 0, 20, 0], zeros(6)), 10, 20],
    ['image/webp', bytesOf('RIFF', zeros(4), 'WEBPVP8X', zeros(8), [0x3f, 1, 0], [0xef, 0, 0]), 320, 240],
    ['image/webp', bytesOf('RIFF', zeros(4), 'WEBPVP8 ', zeros(10), [0x40, 1, 0xf0, 0]), 320, 240],
    [
      'image/avif',
      Buffer.concat([
        box('ftyp', Buffer.from('avif\0\0\0\0mif1', 'latin1')),
        box(
          'meta',
          VERSION,
          box('hdlr', new Uint8Array(8)),
          box('iprp', box('ipco', spatial(16, 9), spatial(1600, 900))),
        ),
      ]),
      1600,
      900,
    ],
  ]

  test.each(cases)('%s', (mediaType, bytes, width, height) => {
    expect(readImageInfo(bytes)).toEqual({
      kind: 'image',
      info: { mediaType, width, height, orientation: 1 },
    })
  })

  test.each([1, 3, 6, 8])('a photo reports its orientation: %i', (orientation) => {
    const photo = drawn.get_bytes_jpeg(80)
    for (const little of [true, false]) {
      const bytes = Buffer.concat([
        photo.subarray(0, 2),
        orientationSegment(orientation, little),
        photo.subarray(2),
      ])
      expect(readImageInfo(bytes)).toMatchObject({ info: { width: 7, height: 5, orientation } })
    }
  })
})

test('an SVG is refused as a picture, with advice', () => {
  const drawing = Buffer.from('<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(readImageInfo(drawing)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('onto the message'),
  })
})

test('any bytes, and any cut of a header, give a result', () => {
  const heads = [
    pngHeader(9, 9),
    bytesOf([0xff, 0xd8, 0xff, 0xe1]),
    bytesOf('RIFF1234WEBPVP8L'),
    bytesOf('GIF89a'),
  ]
  const box4 = bytesOf([0, 0, 0, 1], 'ftypavif')
  fc.assert(
    fc.property(
      fc.constantFrom(...heads, box4, bytesOf('BM')),
      fc.uint8Array({ maxLength: 200 }),
      (head, tail) => {
        const bytes = Buffer.concat([head, tail])
        for (let length = 0; length <= bytes.length; length += 7)
          expect(['image', 'refused']).toContain(readImageInfo(bytes.subarray(0, length)).kind)
      },
    ),
  )
})

const vault = fileURLToPath(new URL('../../../../../shared/data/vaultA/blue-book/img/', import.meta.url))

test.skipIf(!existsSync(vault))(
  'real pictures: the size equals a decoder’s (skipped without ../shared/data)',
  () => {
    const names = readdirSync(vault).filter((name) => /\.(?:png|jpe?g|webp|gif)$/i.test(name))
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expect(readImageInfo(readFileSync(vault + name)).kind, name).toBe('image')
    for (const name of names.slice(0, 12)) {
      const bytes = readFileSync(vault + name)
      const decoded = photon.PhotonImage.new_from_byteslice(bytes)
      expect(readImageInfo(bytes), name).toMatchObject({
        info: { width: decoded.get_width(), height: decoded.get_height() },
      })
      decoded.free()
    }
  },
)
