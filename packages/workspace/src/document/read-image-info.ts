const START_OF_SCAN = 0xda

const END = 0xd9

const APPLICATION_1 = 0xe1

const ORIENTATION_TAG = 0x0112

/** What a picture is by its first bytes, whatever its name says, or why it is none that a model can see. */
export type ImageReading =
  | { readonly kind: 'image'; readonly info: ImageInfo }
  | { readonly kind: 'refused'; readonly reason: string }

type Size = Pick<ImageInfo, 'width' | 'height'>

const HEAD_OF_TEXT = 64 * 1024
/** What may come before the first element, and how it ends. */
const PROLOG = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!doctype', '>'],
] as const

/** Reads headers only: nothing is decoded, and the time does not depend on what a header claims. */
export function readImageInfo(bytes: Uint8Array): ImageReading {
  const head = latin1(bytes, 0, 16)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return reading('image/png', pngSize(bytes))
  if (head.startsWith('\xff\xd8\xff')) return reading('image/jpeg', readJpegInfo(bytes))
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return reading('image/gif', gifSize(bytes))
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP')
    return reading('image/webp', readWebpSize(bytes))
  if (head.slice(4, 8) === 'ftyp') return avifReading(bytes)
  if (head.startsWith('BM')) return reading('image/bmp', bmpSize(bytes))
  if (bytes.length === 0) return { kind: 'refused', reason: 'The file is empty.' }
  if (isSvg(bytes))
    return {
      kind: 'refused',
      reason:
        'An SVG is a drawing written as text; models cannot see it. Drop the file onto the message to give its text, or attach a PNG of it.',
    }
  return { kind: 'refused', reason: 'This is no picture of a known kind (PNG, JPEG, GIF, WebP, BMP, AVIF).' }
}

function reading(
  mediaType: ImageInfo['mediaType'],
  found: (Size & Partial<Pick<ImageInfo, 'orientation'>>) | undefined,
): ImageReading {
  if (!found || found.width < 1 || found.height < 1)
    return { kind: 'refused', reason: `The header of this ${mediaType} gives no size: it is broken or cut.` }
  const { width, height, orientation = 1 } = found
  return { kind: 'image', info: { mediaType, width, height, orientation } }
}

function avifReading(bytes: Uint8Array): ImageReading {
  const brands = latin1(bytes, 8, Math.min(bytes.length, 128))
  return /avi[fs]/.test(brands)
    ? reading('image/avif', readAvifSize(bytes))
    : { kind: 'refused', reason: 'This is a film or a picture of a kind that models cannot see.' }
}

function pngSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 24 || latin1(bytes, 12, 16) !== 'IHDR') return undefined
  const view = viewOf(bytes)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function gifSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 10) return undefined
  const view = viewOf(bytes)
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function bmpSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 26) return undefined
  const view = viewOf(bytes)
  if (view.getUint32(14, true) === 12)
    return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
  // A negative height says that the rows run from top to bottom.
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
}

const WIDE_MARKS = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const

/** Whether its first element is a drawing, behind whatever XML allows before it. */
export function isSvg(bytes: Uint8Array): boolean {
  const wide = WIDE_MARKS.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte))
  let text = new TextDecoder(wide?.[0]).decode(bytes.subarray(0, HEAD_OF_TEXT)).trimStart()
  for (;;) {
    if (/^<(?:[\w-]{1,40}:)?svg[\s/>]/i.test(text)) return true
    const end = PROLOG.find(([start]) => text.toLowerCase().startsWith(start))?.[1]
    const at = end === undefined ? -1 : text.indexOf(endOf(text, end))
    if (end === undefined || at < 0) return false
    text = text.slice(at + endOf(text, end).length).trimStart()
  }
}

/** A document type may declare entities in brackets. */
function endOf(text: string, end: string): string {
  return end === '>' && /^[^>]*\[/.test(text) ? ']>' : end
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** By the first chunk: the old lossy form, the lossless one, or the extended one with a canvas. */
function readWebpSize(bytes: Uint8Array): Pick<ImageInfo, 'width' | 'height'> | undefined {
  if (bytes.length < 30) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (String.fromCharCode(...bytes.subarray(12, 16))) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const packed = view.getUint32(21, true)
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return {
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: (view.getUint32(26, true) >>> 8) + 1,
      }
    default:
      return undefined
  }
}

/** Walks the segments of a JPEG up to the frame's header. */
function readJpegInfo(bytes: Uint8Array): Omit<ImageInfo, 'mediaType'> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let orientation: Orientation = 1
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      // Fill bytes may be before a marker.
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

export type ImageMediaType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/bmp'
  | 'image/avif'

/** How stored pixels are turned to be seen, by the eight values of the photo format's own field; 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export interface ImageInfo {
  readonly mediaType: ImageMediaType
  /** As stored, before `orientation`. */
  readonly width: number
  readonly height: number
  readonly orientation: Orientation
}

const CONTAINERS: ReadonlySet<string> = new Set(['meta', 'iprp', 'ipco'])
const MAXIMUM_BOXES = 4096

/** The largest picture that the properties of the file name: thumbnails and alpha planes are never larger. */
function readAvifSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let largest: Size | undefined
  let at = 0
  for (let boxes = 0; boxes < MAXIMUM_BOXES && at + 8 <= bytes.length; boxes += 1) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (type === 'ispe' && at + 20 <= bytes.length) {
      const size = { width: view.getUint32(at + 12), height: view.getUint32(at + 16) }
      if (!largest || size.width * size.height > largest.width * largest.height) largest = size
    }
    // Into a container by stepping over its header only; `meta` has four bytes more. A length of 0 or 1 is
    // a box that runs to the end or has a long length: neither is before the properties.
    if (CONTAINERS.has(type)) at += type === 'meta' ? 12 : 8
    else if (length < 8) break
    else at += length
  }
  return largest
}
