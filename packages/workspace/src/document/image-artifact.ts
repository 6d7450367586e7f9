import { type Artifact, createArtifact } from '@varve/engine'
import { hashBytes, type ImageReference } from '@varve/engine/internal'
import type { FittedImage } from './fit-image.ts'

/** How an artifact names a picture: by the hash of the bytes that are sent. */
export function imageReference(
  path: string,
  { bytes, mediaType, width, height }: FittedImage,
): ImageReference {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { hash: hashBytes(bytes), mediaType, name, width, height }
}

/** A picture that the user named; its hash is that of the file, whatever size of it is sent. */
export function imageArtifact(path: string, original: Uint8Array, fitted: FittedImage): Artifact {
  const { mediaType, width, height, change } = fitted
  return createArtifact({
    kind: 'image',
    source: { path },
    content: `Image ${path} (${mediaType}, ${width} × ${height})`,
    contentHash: hashBytes(original),
    images: [imageReference(path, fitted)],
    metadata: { mediaType, width, height, ...(change === undefined ? {} : { change }) },
  })
}
