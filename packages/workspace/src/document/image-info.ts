export type ImageMediaType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/bmp'
  | 'image/avif'

/** How stored pixels are turned to be seen, by the eight values of the photo format's own field; 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export interface ImageInfo {
  readonly mediaType: ImageMediaType
  /** As stored, before `orientation`. */
  readonly width: number
  readonly height: number
  readonly orientation: Orientation
}
