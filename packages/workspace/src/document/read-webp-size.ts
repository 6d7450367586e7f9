import type { ImageInfo } from './image-info.ts'

/** By the first chunk: the old lossy form, the lossless one, or the extended one with a canvas. */
export function readWebpSize(bytes: Uint8Array): Pick<ImageInfo, 'width' | 'height'> | undefined {
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
