import { hashText } from './hash.ts'
import type { ImageReference } from './artifact.ts'

/** A picture that stood in a text as a `data:` URI. */
export interface LiftedImage {
  readonly reference: ImageReference
  /** As it stood in the URI. */
  readonly base64: string
}

const DATA_URI = /data:(image\/[a-z0-9.+-]{1,40});base64,([A-Za-z0-9+/]{16,}={0,2})/gi

/**
 * Takes pictures out of a text and leaves a short marker for each: as text they would cost thousands of
 * tokens and say nothing. The hash of an artifact stays that of its original bytes. [L2-4]
 */
export function liftDataImages(text: string): {
  readonly text: string
  readonly images: readonly LiftedImage[]
} {
  if (!text.includes('data:image/') && !/data:image\//i.test(text)) return { text, images: [] }
  const images: LiftedImage[] = []
  const lifted = text.replace(DATA_URI, (_uri, mediaType: string, base64: string) => {
    const name = `inline-${images.length + 1}`
    const reference = { hash: hashText(base64), mediaType: mediaType.toLowerCase(), name }
    images.push({ reference, base64 })
    return `${name} (${reference.mediaType}, lifted out)`
  })
  return { text: lifted, images }
}
