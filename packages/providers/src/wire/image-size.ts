import { LIMITS } from '@varve/engine/internal'

interface Size {
  readonly width: number
  readonly height: number
}

/** What a picture in a body costs: by its area as its own header tells it, the most where it does not. [B-1] */
export function imageTokensOf(base64: string): number {
  const { longerSide, pixelsPerToken, minimumTokens, maximumTokens, unknownTokens } = LIMITS.images
  const size = readImageSize(base64)
  if (size === undefined || size.width <= 0 || size.height <= 0) return unknownTokens
  const scale = Math.min(1, longerSide / Math.max(size.width, size.height))
  const tokens = Math.ceil((size.width * scale * size.height * scale) / pixelsPerToken)
  return Math.min(maximumTokens, Math.max(minimumTokens, tokens))
}

/** A camera writes a preview before the frame header of a JPEG; this much of the file holds both. */
const HEADER_CHARACTERS = 262_144

/** Width and height from the header of a PNG, GIF, WebP or JPEG; undefined for anything else. */
export function readImageSize(base64: string): Size | undefined {
  const bytes = decodeStart(base64)
  if (bytes === undefined) return undefined
  const view = new DataView(bytes.buffer)
  if (startsWith(bytes, 0, '\x89PNG') && bytes.length >= 24)
    return { width: view.getUint32(16), height: view.getUint32(20) }
  if (startsWith(bytes, 0, 'GIF8') && bytes.length >= 10)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP') && bytes.length >= 30)
    return readWebpSize(bytes, view)
  if (startsWith(bytes, 0, '\xff\xd8')) return readJpegSize(view)
  return undefined
}

function decodeStart(base64: string): Uint8Array | undefined {
  const start = base64.slice(0, HEADER_CHARACTERS)
  const whole = start.length % 4 === 0 ? start : start.slice(0, start.length - (start.length % 4))
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(whole)) return undefined
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}

function startsWith(bytes: Uint8Array, offset: number, text: string): boolean {
  return text.split('').every((character, index) => bytes[offset + index] === character.charCodeAt(0))
}

function readWebpSize(bytes: Uint8Array, view: DataView): Size | undefined {
  if (startsWith(bytes, 12, 'VP8 '))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (startsWith(bytes, 12, 'VP8L')) {
    const packed = view.getUint32(21, true)
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
  }
  if (!startsWith(bytes, 12, 'VP8X')) return undefined
  const width = view.getUint16(24, true) | ((bytes[26] ?? 0) << 16)
  const height = view.getUint16(27, true) | ((bytes[29] ?? 0) << 16)
  return { width: width + 1, height: height + 1 }
}

/** Walks the segments of a JPEG to the one that opens a frame. */
function readJpegSize(view: DataView): Size | undefined {
  let offset = 2
  while (offset + 9 <= view.byteLength && view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1)
    const opensFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (opensFrame) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) }
    offset += 2 + view.getUint16(offset + 2)
  }
  return undefined
}
