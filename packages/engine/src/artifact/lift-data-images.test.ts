import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { liftDataImages } from './lift-data-images.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('[L2-4] pictures written into a text', () => {
  test('are lifted out, with a short marker in their place', () => {
    const { text, images } = liftDataImages(`before ![dot](data:image/png;base64,${PIXEL}) after`)
    expect(text).toBe('before ![dot](inline-1 (image/png, lifted out)) after')
    expect(images).toMatchObject([{ base64: PIXEL, reference: { mediaType: 'image/png', name: 'inline-1' } }])
  })

  test('each has its own name, and equal ones the same hash', () => {
    const uri = `data:IMAGE/PNG;base64,${PIXEL}`
    const { images } = liftDataImages(`${uri}\n${uri}\n`)
    expect(images.map(({ reference }) => reference.name)).toEqual(['inline-1', 'inline-2'])
    expect(new Set(images.map(({ reference }) => reference.hash)).size).toBe(1)
  })

  test('other text stays as it is, also what only looks like one', () => {
    for (const text of ['', 'data:text/plain;base64,AAAA', 'data:image/png;base64,short', 'see data:image/'])
      expect(liftDataImages(text)).toEqual({ text, images: [] })
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(liftDataImages(text).text).toBe(text)
      }),
    )
  })

  test('one of many megabytes is lifted like any other', () => {
    const base64 = 'QUJD'.repeat(3_000_000)
    const { text, images } = liftDataImages(`![photo](data:image/jpeg;base64,${base64}=) end`)
    expect(text).toBe('![photo](inline-1 (image/jpeg, lifted out)) end')
    expect(images[0]?.base64.length).toBe(base64.length + 1)
  })

  test('what follows without a gap is part of the one before', () => {
    const { text, images } = liftDataImages(
      `data:image/png;base64,${'A'.repeat(20)}data:image/png;base64,${PIXEL}`,
    )
    expect(images.map(({ base64 }) => base64)).toEqual([`${'A'.repeat(20)}data`])
    expect(text).toBe(`inline-1 (image/png, lifted out):image/png;base64,${PIXEL}`)
  })

  test('a long hostile text is read in one pass', () => {
    const hostile = 'data:image/png;base64,'.repeat(50_000)
    expect(liftDataImages(hostile).text).toBe(hostile)
  })
})
