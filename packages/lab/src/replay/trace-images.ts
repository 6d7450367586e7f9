import { hashBytes, hashText, type ImageReference } from '@varve/engine/internal'
import { readImageSize } from '@varve/providers'
import type { TraceImage } from '@varve/app/internal'

const DATA_URI = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i
const ADDRESS = /^https?:\/\//i

/** How much of a body is read to find the header of a picture. */
const HEADER_BYTES = 196_608

/** The pictures of a trace: by their bytes if available, else by name. */
export class TraceImages {
  readonly #bytes = new Map<string, Uint8Array>()

  take(given: TraceImage | string): ImageReference {
    const image = typeof given === 'string' ? readText(given) : withUrl(given)
    const { name = 'pasted image', data, hash, width, height } = image
    const mediaType = image.mediaType ?? image.mimeType ?? mediaTypeOf(name)
    if (data === undefined) {
      // What would have to be fetched has no name by its bytes: the engine lists it as left out.
      const id = hash ?? (ADDRESS.test(name) ? '' : hashText(name))
      return { hash: id, mediaType, name, ...sizeOf({ width, height }) }
    }
    const bytes = new Uint8Array(Buffer.from(data, 'base64'))
    const id = hash ?? hashBytes(bytes)
    this.#bytes.set(id, bytes)
    // From the picture's own header, so that the plan counts what the body will contain.
    const size = readImageSize(Buffer.from(bytes.subarray(0, HEADER_BYTES)).toString('base64'))
    return { hash: id, mediaType, name, ...size }
  }

  /** The bytes of a picture, where the trace holds them. */
  find(hash: string): Uint8Array | undefined {
    return this.#bytes.get(hash)
  }
}

/** A text names a picture, or is one: a `data:` URI. */
function readText(text: string): Partial<TraceImage> {
  const data = DATA_URI.exec(text)
  return data ? { mediaType: data[1]?.toLowerCase(), data: text.slice(data[0].length) } : { name: text }
}

function withUrl(image: TraceImage): Partial<TraceImage> {
  if (image.url === undefined || image.data !== undefined) return image
  const read = readText(image.url)
  return { ...image, ...read, name: read.data === undefined ? image.url : image.name }
}

function sizeOf({ width, height }: Pick<TraceImage, 'width' | 'height'>): {
  readonly width?: number
  readonly height?: number
} {
  return { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) }
}

function mediaTypeOf(name: string): string {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? 'png'
  return `image/${ending === 'jpg' ? 'jpeg' : ending === 'svg' ? 'svg+xml' : ending}`
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([Zz]|[+-]\d{2}:?\d{2})?)?$/

/** Milliseconds since 1970. A time without a zone is UTC: the same trace gives the same bytes everywhere. */
export function parseTime(time: string | number): number | undefined {
  if (typeof time === 'number') return Number.isFinite(time) ? time : undefined
  const parts = TIME.exec(time)
  if (!parts) return undefined
  const [, day, clock = '00:00', zone = 'Z'] = parts
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  if (!isDay(day ?? '')) return undefined
  const at = Date.parse(`${day}T${clock}${offset}`)
  return Number.isNaN(at) ? undefined : at
}

/** The 30th of February is read as the 2nd of March, unless one looks. */
function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
