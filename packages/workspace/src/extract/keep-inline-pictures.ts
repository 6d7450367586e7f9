import type { LiftedImage } from '@varve/engine'
import type { Extracting } from './extract-sources.ts'

/** Pictures that stood in a text as `data:` URIs go with it as what they are. [L2-4] */
export function keepInlinePictures({ into }: Extracting, images: readonly LiftedImage[]): void {
  for (const { reference, base64 } of images)
    into.addPicture({ reference, bytes: Buffer.from(base64, 'base64') })
}
