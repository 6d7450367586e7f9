/**
 * Pictures of the page as small PNGs of 256 colours. Several become one moving picture (APNG), in which each frame
 * holds only what differs from the one before.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

export interface Frame {
  /** A PNG as the browser takes it: 8 bits a channel, not interlaced. */
  readonly png: Uint8Array
  readonly milliseconds: number
}

interface Pixels {
  readonly width: number
  readonly height: number
  /** One number for each pixel: red, green and blue. */
  readonly colours: Uint32Array
}

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Stands for "as in the frame before". */
const UNCHANGED = 0
const MOST_COLOURS = 255

export function encodeApng(frames: readonly Frame[]): Buffer {
  const pictures = frames.map(({ png }) => readPng(png))
  const [first] = pictures
  if (!first || pictures.some(({ width, height }) => width !== first.width || height !== first.height))
    throw new Error('A moving picture needs frames of one size.')
  const palette = choosePalette(pictures)
  const indexes = pictures.map(({ colours }) => toIndexes(colours, palette))
  const whole: Area = { left: 0, top: 0, width: first.width, height: first.height }
  const chunks: Buffer[] = []
  let sequence = 0
  for (const [place, own] of indexes.entries()) {
    const before = indexes[place - 1]
    const area = before ? changedArea(before, own, whole) : whole
    if (frames.length > 1) chunks.push(frameControl(sequence++, area, frames[place]?.milliseconds ?? 0))
    const data = deflateSync(scanlines(own, before, area, whole.width), { level: 9 })
    chunks.push(before ? chunk('fdAT', number32(sequence++), data) : chunk('IDAT', data))
  }
  const header = Buffer.concat([number32(whole.width), number32(whole.height), Buffer.from([8, 3, 0, 0, 0])])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(frames.length > 1 ? [chunk('acTL', number32(frames.length), number32(0))] : []),
    chunk('PLTE', Buffer.from([0, 0, 0, ...palette.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255])])),
    chunk('tRNS', Buffer.from([0])),
    ...chunks,
    chunk('IEND'),
  ])
}

function readPng(png: Uint8Array): Pixels {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const width = bytes.readUInt32BE(16)
  const height = bytes.readUInt32BE(20)
  const [depth, kind, , , interlace] = bytes.subarray(24, 29)
  if (depth !== 8 || (kind !== 2 && kind !== 6) || interlace !== 0)
    throw new Error('Only PNGs of 8 bits a channel, in colour and not interlaced, can be read.')
  const data: Buffer[] = []
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  const size = kind === 2 ? 3 : 4
  const lines = unfilter(inflateSync(Buffer.concat(data)), width * size, size)
  const colours = new Uint32Array(width * height)
  for (let pixel = 0; pixel < colours.length; pixel++) colours[pixel] = lines.readUIntBE(pixel * size, 3)
  return { width, height, colours }
}

/** Each line of a PNG names the filter that was put over it. */
function unfilter(filtered: Buffer, length: number, size: number): Buffer {
  const count = filtered.length / (length + 1)
  const lines = Buffer.alloc(count * length)
  for (let line = 0; line < count; line++) {
    const filter = filtered[line * (length + 1)]
    for (let at = 0; at < length; at++) {
      const place = line * length + at
      const left = at < size ? 0 : (lines[place - size] ?? 0)
      const above = line === 0 ? 0 : (lines[place - length] ?? 0)
      const corner = at < size || line === 0 ? 0 : (lines[place - length - size] ?? 0)
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0
      lines[place] = (filtered[line * (length + 1) + 1 + at] ?? 0) + guess
    }
  }
  return lines
}

function paeth(left: number, above: number, corner: number): number {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

/** The colours that occur most. */
function choosePalette(pictures: readonly Pixels[]): readonly number[] {
  const counts = new Map<number, number>()
  for (const { colours } of pictures)
    for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, many], [b, more]) => more - many || a - b)
    .slice(0, MOST_COLOURS)
    .map(([colour]) => colour)
}

function toIndexes(colours: Uint32Array, palette: readonly number[]): Uint8Array {
  const known = new Map(palette.map((colour, index) => [colour, index + 1]))
  return Uint8Array.from(colours, (colour) => {
    const index = known.get(colour) ?? nearest(colour, palette) + 1
    known.set(colour, index)
    return index
  })
}

function nearest(colour: number, palette: readonly number[]): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, other] of palette.entries()) {
    const red = (colour >> 16) - (other >> 16)
    const green = ((colour >> 8) & 255) - ((other >> 8) & 255)
    const blue = (colour & 255) - (other & 255)
    const distance = red * red + green * green + blue * blue
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

function changedArea(before: Uint8Array, own: Uint8Array, { width }: Area): Area {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, 0, 0]
  for (const [pixel, index] of own.entries()) {
    if (index === before[pixel]) continue
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (top > bottom) return { left: 0, top: 0, width: 1, height: 1 }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

function scanlines(own: Uint8Array, before: Uint8Array | undefined, area: Area, width: number): Buffer {
  const lines = Buffer.alloc(area.height * (area.width + 1))
  for (let y = 0; y < area.height; y++)
    for (let x = 0; x < area.width; x++) {
      const pixel = (area.top + y) * width + area.left + x
      const index = own[pixel] ?? UNCHANGED
      lines[y * (area.width + 1) + 1 + x] = index === before?.[pixel] ? UNCHANGED : index
    }
  return lines
}

/** Drawn over the frame before, for a while. */
function frameControl(sequence: number, { width, height, left, top }: Area, milliseconds: number): Buffer {
  const time = Buffer.alloc(4)
  time.writeUInt16BE(milliseconds)
  time.writeUInt16BE(1000, 2)
  const numbers = [sequence, width, height, left, top].map(number32)
  return chunk('fcTL', ...numbers, time, Buffer.from([0, 1]))
}

function chunk(name: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), ...parts])
  return Buffer.concat([number32(body.length - 4), body, number32(crc32(body))])
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
