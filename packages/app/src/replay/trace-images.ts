import { hashBytes, hashText, type ImageReference } from '@varve/engine'
import type { TraceImage } from './trace-schema.ts'

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+);base64,/

/** The pictures of a trace: each by its bytes where they are there, else by its name. */
export class TraceImages {
  readonly #bytes = new Map<string, Uint8Array>()

  take(image: TraceImage | string): ImageReference {
    const { name, mediaType, width, height, data, hash } = typeof image === 'string' ? readText(image) : image
    const bytes = data === undefined ? undefined : new Uint8Array(Buffer.from(data, 'base64'))
    const named = name ?? 'pasted image'
    const id = hash ?? (bytes ? hashBytes(bytes) : hashText(named))
    if (bytes) this.#bytes.set(id, bytes)
    return {
      hash: id,
      mediaType: mediaType ?? mediaTypeOf(named),
      name: named,
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
    }
  }

  /** The bytes of a picture, where the trace holds them. */
  find(hash: string): Uint8Array | undefined {
    return this.#bytes.get(hash)
  }
}

/** A text names a picture, or is one: a `data:` URI. */
function readText(text: string): Partial<TraceImage> {
  const data = DATA_URL.exec(text)
  return data ? { mediaType: data[1], data: text.slice(data[0].length) } : { name: text }
}

function mediaTypeOf(name: string): string {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? 'png'
  return `image/${ending === 'jpg' ? 'jpeg' : ending === 'svg' ? 'svg+xml' : ending}`
}
