import { hashBytes, hashText, type ImageReference } from '@varve/engine'
import type { TraceImage } from './trace-schema.ts'

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+);base64,/

/** A picture of a trace: by its bytes where they are there, else by its name. */
export function traceImage(image: TraceImage | string): ImageReference {
  if (typeof image === 'string') return fromText(image)
  const { name = 'image', mediaType = mediaTypeOf(name), width, height } = image
  return {
    hash: image.hash ?? (image.data === undefined ? hashText(name) : hashBytes(bytesOf(image.data))),
    mediaType,
    name,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  }
}

function fromText(text: string): ImageReference {
  const data = DATA_URL.exec(text)
  if (!data) return { hash: hashText(text), mediaType: mediaTypeOf(text), name: text }
  const bytes = bytesOf(text.slice(data[0].length))
  return { hash: hashBytes(bytes), mediaType: data[1] ?? 'image/png', name: 'pasted image' }
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

function mediaTypeOf(name: string): string {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? 'png'
  return `image/${ending === 'jpg' ? 'jpeg' : ending === 'svg' ? 'svg+xml' : ending}`
}
