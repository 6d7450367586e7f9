import { describe, expect, test } from 'vitest'
import { imageTokensOf, readImageSize } from './blocks-builder.ts'

const HEADERS: Readonly<Record<string, string>> = {
  png: '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x40\0\0\0\xf0',
  gif: 'GIF89a\x40\x01\xf0\0\0\0',
  'webp lossy': 'RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x40\x01\xf0\0',
  'webp lossless': `RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x3f\xc1\x3b\0\0\0\0\0\0`,
  'webp extended': 'RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x3f\x01\0\xef\0\0',
  jpeg: '\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\xf0\x01\x40\x03',
}

describe('readImageSize', () => {
  test.each(Object.entries(HEADERS))('%s', (_name, header) => {
    expect(readImageSize(btoa(header))).toEqual({ width: 320, height: 240 })
  })

  test('anything else has no size, and costs the most', () => {
    for (const data of ['', 'https://example.org/a.png', btoa('not a picture at all, but text'), '\xff'])
      expect(readImageSize(data)).toBeUndefined()
    expect(imageTokensOf('https://example.org/a.png')).toBe(1600)
    expect(imageTokensOf(btoa(HEADERS['png'] ?? ''))).toBe(Math.ceil((320 * 240) / 750))
  })
})
