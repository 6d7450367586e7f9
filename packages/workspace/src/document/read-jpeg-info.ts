import type { ImageInfo, Orientation } from './image-info.ts'

const START_OF_SCAN = 0xda
const END = 0xd9
const APPLICATION_1 = 0xe1
const ORIENTATION_TAG = 0x0112

/** Walks the segments of a JPEG up to the frame's header. */
export function readJpegInfo(bytes: Uint8Array): Omit<ImageInfo, 'mediaType'> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let orientation: Orientation = 1
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      // Fill bytes may stand before a marker.
      at += 1
      continue
    }
    if (marker === START_OF_SCAN || marker === END) return undefined
    const length = view.getUint16(at + 2)
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), orientation }
    if (marker === APPLICATION_1)
      orientation = readOrientation(bytes.subarray(at + 4, at + 2 + length)) ?? orientation
    at += 2 + Math.max(2, length)
  }
  return undefined
}

/** Start of frame, of any coding; C4, C8 and CC are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function readOrientation(segment: Uint8Array): Orientation | undefined {
  if (segment.length < 14 || String.fromCharCode(...segment.subarray(0, 6)) !== 'Exif\0\0') return undefined
  const view = new DataView(segment.buffer, segment.byteOffset + 6, segment.length - 6)
  const little = view.getUint16(0) === 0x4949
  const directory = view.getUint32(4, little)
  if (directory + 2 > view.byteLength) return undefined
  const entries = view.getUint16(directory, little)
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > view.byteLength) return undefined
    if (view.getUint16(entry, little) === ORIENTATION_TAG)
      return asOrientation(view.getUint16(entry + 8, little))
  }
  return undefined
}

function asOrientation(value: number): Orientation | undefined {
  return value >= 1 && value <= 8 ? (value as Orientation) : undefined
}
