import type { ImageMediaType, Orientation } from './read-image-info.ts'

export interface ImageJob {
  readonly bytes: Uint8Array
  readonly orientation: Orientation
  /** Of the picture as it is seen, no larger than it was. */
  readonly width: number
  readonly height: number
  readonly maximumBytes: number
  /** Whether the source was a photograph's format, which has no transparency to lose. */
  readonly isPhoto: boolean
}

export type ImageAnswer =
  | {
      readonly kind: 'fitted'
      readonly bytes: Uint8Array
      readonly mediaType: ImageMediaType
      readonly width: number
      readonly height: number
    }
  | { readonly kind: 'too-large'; readonly smallest: number }
