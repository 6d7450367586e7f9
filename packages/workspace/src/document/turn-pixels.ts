import type { Orientation } from './read-image-info.ts'

interface Pixels {
  /** Four bytes for each pixel, in rows from top to bottom. */
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Pixels as they are to be seen, for a picture that was stored turned or mirrored. */
export function turnPixels({ data, width, height }: Pixels, orientation: Orientation): Pixels {
  if (orientation === 1) return { data, width, height }
  const isTransposed = orientation >= 5
  const [newWidth, newHeight] = isTransposed ? [height, width] : [width, height]
  const from = new Uint32Array(data.slice().buffer)
  const to = new Uint32Array(width * height)
  for (let y = 0; y < newHeight; y += 1)
    for (let x = 0; x < newWidth; x += 1) {
      const [column, row] = sourceOf(orientation, x, y, width, height)
      to[y * newWidth + x] = from[row * width + column] ?? 0
    }
  return { data: new Uint8Array(to.buffer), width: newWidth, height: newHeight }
}

/** Column and row, as stored, of the pixel that is seen at x and y. */
function sourceOf(
  orientation: Orientation,
  x: number,
  y: number,
  width: number,
  height: number,
): readonly [column: number, row: number] {
  switch (orientation) {
    case 1:
      return [x, y]
    case 2:
      return [width - 1 - x, y]
    case 3:
      return [width - 1 - x, height - 1 - y]
    case 4:
      return [x, height - 1 - y]
    case 5:
      return [y, x]
    case 6:
      return [y, height - 1 - x]
    case 7:
      return [width - 1 - y, height - 1 - x]
    case 8:
      return [width - 1 - y, x]
    default:
      return orientation satisfies never
  }
}
