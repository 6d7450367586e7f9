import type { ImageInfo } from './image-info.ts'
import { readAvifSize } from './read-avif-size.ts'
import { readJpegInfo } from './read-jpeg-info.ts'
import { readWebpSize } from './read-webp-size.ts'

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

/** Whether its first element is a drawing, behind whatever XML allows before it. */
export function isSvg(bytes: Uint8Array): boolean {
  let text = new TextDecoder().decode(bytes.subarray(0, HEAD_OF_TEXT)).trimStart()
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
