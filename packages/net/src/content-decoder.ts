import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { NetError } from './net-error.ts'

/** What is asked for, and all that is understood. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd'

const MOST_ENCODINGS = 2
/** 8 MiB, the most that zstd over HTTP may ask of a reader; the default of the library is 128. */
const ZSTD_WINDOW_LOG = 23

/** The decoders of a `Content-Encoding`, in the order in which to apply them. */
export function contentDecoders(header: string | null, firstByte: number): readonly Transform[] {
  const encodings = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (encodings.length > MOST_ENCODINGS)
    throw new NetError(
      'bad-encoding',
      `The body is compressed ${encodings.length} times; ${MOST_ENCODINGS} is the limit.`,
    )
  return encodings
    .toReversed()
    .map((name, index) => contentDecoder(name, index === 0 ? firstByte : undefined))
}

function contentDecoder(name: string, firstByte: number | undefined): Transform {
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'zstd':
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } })
    case 'deflate':
      // Servers disagree whether this has a zlib header; the low half of its first byte is always 8.
      return firstByte === undefined || (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw()
    default:
      throw new NetError(
        'bad-encoding',
        `The body is encoded as "${name.slice(0, 40)}", which is not understood.`,
      )
  }
}
