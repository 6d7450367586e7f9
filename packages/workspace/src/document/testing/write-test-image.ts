import { crc32, deflateSync } from 'node:zlib'

/** Red, green, blue and alpha of the pixel at x and y. */
export type Paint = (x: number, y: number) => readonly [number, number, number, number]

/** A PNG for tests, with the pixels that are painted. */
export function writeTestPng(width: number, height: number, paint: Paint): Uint8Array {
  const rows = new Uint8Array(height * (1 + width * 4))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows.set(paint(x, y), y * (1 + width * 4) + 1 + x * 4)
  return Buffer.concat([
    pngHeader(width, height),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** Signature and header only: what a reader of headers sees, whatever the numbers. */
export function pngHeader(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('IHDR', header)])
}

/** The segment of a photo that says how it is turned, to be put after the first two bytes. */
export function orientationSegment(orientation: number, little: boolean): Uint8Array {
  const tiff = Buffer.alloc(26)
  const u16 = (value: number, at: number): number =>
    little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  tiff.write(little ? 'II' : 'MM', 0, 'latin1')
  u16(42, 2)
  if (little) tiff.writeUInt32LE(8, 4)
  else tiff.writeUInt32BE(8, 4)
  u16(1, 8)
  u16(0x0112, 10)
  u16(3, 12)
  if (little) tiff.writeUInt32LE(1, 14)
  else tiff.writeUInt32BE(1, 14)
  u16(orientation, 18)
  const head = Buffer.from([0xff, 0xe1, 0, 2 + 6 + tiff.length])
  return Buffer.concat([head, Buffer.from('Exif\0\0', 'latin1'), tiff])
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(4)
  frame.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([frame, body, check])
}
