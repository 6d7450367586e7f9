import photon from '@silvia-odwyer/photon-node'
import { hashBytes } from '@varve/engine/internal'
import { expect, test } from 'vitest'
import { WorkspaceError } from '../workspace-error.ts'
import { type FitImageOptions, fitImage, imageArtifact } from './fit-image.ts'
import { readImageInfo } from './read-image-info.ts'
import { orientationSegment, pngHeader, writeTestPng } from './testing/write-test-image.ts'

const LIMITS: FitImageOptions = {
  path: 'img/a.png',
  maximumWidth: 100,
  maximumHeight: 100,
  maximumBytes: 1_000_000,
}
const noise = writeTestPng(200, 120, (x, y) => [
  (x * 7919 + y * 104_729) % 256,
  (x * y * 31) % 256,
  (x ^ y) % 256,
  255,
])

async function refusal(bytes: Uint8Array, options: Partial<FitImageOptions> = {}): Promise<WorkspaceError> {
  const error: unknown = await fitImage(bytes, { ...LIMITS, ...options }).catch((caught: unknown) => caught)
  if (!(error instanceof WorkspaceError)) throw new Error('was not refused')
  return error
}

test('a fitting picture keeps its bytes', async () => {
  const bytes = writeTestPng(100, 80, () => [1, 2, 3, 255])
  const fitted = await fitImage(bytes, LIMITS)
  expect(fitted.bytes).toBe(bytes)
  expect(fitted).toMatchObject({ mediaType: 'image/png', width: 100, height: 80 })
  expect(fitted.change).toBeUndefined()
})

test('a larger one is scaled down in proportion, to the same bytes each time', async () => {
  const [first, second] = [await fitImage(noise, LIMITS), await fitImage(noise, LIMITS)]
  expect(first).toMatchObject({ mediaType: 'image/png', width: 100, height: 60 })
  expect(first.change).toBe('200 × 120 image/png → 100 × 60 image/png')
  expect(readImageInfo(first.bytes)).toMatchObject({ info: { width: 100, height: 60 } })
  expect(hashBytes(second.bytes)).toBe(hashBytes(first.bytes))
})

test('too many bytes: another encoding first, then fewer pixels', async () => {
  const coded = await fitImage(noise, { ...LIMITS, maximumBytes: 6_000 })
  expect(coded).toMatchObject({ mediaType: 'image/jpeg', width: 100, height: 60 })
  const smaller = await fitImage(noise, { ...LIMITS, maximumBytes: 1_500 })
  expect(smaller.width).toBeLessThan(100)
  expect(smaller.bytes.length).toBeLessThanOrEqual(1_500)
})

test('keeps transparency, whatever it costs in pixels', async () => {
  const ghost = writeTestPng(160, 160, (x, y) => [(x * y) % 256, x % 256, y % 256, (x * 13 + y * 7) % 256])
  const fitted = await fitImage(ghost, { ...LIMITS, maximumBytes: 4_000 })
  expect(fitted.mediaType).toBe('image/png')
  expect(fitted.bytes.length).toBeLessThanOrEqual(4_000)
})

test('a rotated photo is turned upright when re-encoded', async () => {
  // Red on the left, blue on the right; turned by a quarter to the right, red is on top.
  const wide = writeTestPng(200, 100, (x) => (x < 100 ? [255, 0, 0, 255] : [0, 0, 255, 255]))
  const photo = photon.PhotonImage.new_from_byteslice(wide).get_bytes_jpeg(95)
  const turned = Buffer.concat([photo.subarray(0, 2), orientationSegment(6, true), photo.subarray(2)])
  const fitted = await fitImage(turned, LIMITS)
  expect(fitted).toMatchObject({ mediaType: 'image/jpeg', width: 50, height: 100 })
  const pixels = photon.PhotonImage.new_from_byteslice(fitted.bytes).get_raw_pixels()
  const red = (row: number): number => pixels[row * 50 * 4 + 25 * 4] ?? 0
  expect(red(10)).toBeGreaterThan(200)
  expect(red(90)).toBeLessThan(50)
})

test('an unsupported format is converted', async () => {
  const small = photon.PhotonImage.new_from_byteslice(writeTestPng(10, 10, () => [9, 9, 9, 255]))
  const fitted = await fitImage(small.get_bytes_webp(), { ...LIMITS, accepted: ['image/png'] })
  expect(fitted).toMatchObject({ mediaType: 'image/png', width: 10, height: 10 })
})

test('bombs: a picture over the pixel limit is refused by its header before decoding', async () => {
  const error = await refusal(pngHeader(60_000, 60_000))
  expect(error.code).toBe('document-too-large')
  expect(error.message).toContain('60000 × 60000')
})

test('bombs: a header with a false small size is refused', async () => {
  const lying = Buffer.from(noise)
  lying.writeUInt32BE(7_000, 16)
  lying.writeUInt32BE(7_000, 20)
  expect((await refusal(lying)).code).toBe('document-broken')
})

test('distinguishes files that are not pictures from those that cannot be made to fit', async () => {
  expect((await refusal(Buffer.from('<svg></svg>'))).code).toBe('document-unsupported')
  expect((await refusal(noise, { maximumBytes: 10 })).code).toBe('document-too-large')
  expect((await refusal(noise, { limits: { bytes: 10 } })).code).toBe('document-too-large')
  expect((await refusal(pngHeader(500, 500))).code).toBe('document-broken')
})

test('[A-1] a picture artifact is named by its file and shown by the bytes sent', async () => {
  const fitted = await fitImage(noise, LIMITS)
  const artifact = imageArtifact('img/a.png', noise, fitted)
  expect(artifact).toMatchObject({ key: 'img/a.png', kind: 'image', contentHash: hashBytes(noise) })
  expect(artifact.images).toEqual([
    { hash: hashBytes(fitted.bytes), mediaType: 'image/png', name: 'a.png', width: 100, height: 60 },
  ])
})
