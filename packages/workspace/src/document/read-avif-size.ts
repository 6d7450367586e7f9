import type { ImageInfo } from './image-info.ts'

type Size = Pick<ImageInfo, 'width' | 'height'>

const CONTAINERS: ReadonlySet<string> = new Set(['meta', 'iprp', 'ipco'])
const MAXIMUM_BOXES = 4096

/** The largest picture that the properties of the file name: thumbnails and alpha planes are never larger. */
export function readAvifSize(bytes: Uint8Array): Size | undefined {
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
    // a box that runs to the end or has a long length: neither stands before the properties.
    if (CONTAINERS.has(type)) at += type === 'meta' ? 12 : 8
    else if (length < 8) break
    else at += length
  }
  return largest
}
