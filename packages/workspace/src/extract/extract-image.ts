import { imageArtifact } from '../document/image-artifact.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import type { Extracting, Standing } from './extract-sources.ts'
import { fitPicture, keepPicture } from './read-picture.ts'

/** A picture that the user attached: one line of text that names it, and the picture. */
export async function extractImage(
  extracting: Extracting,
  file: StoredFile,
  { role, priority }: Standing,
): Promise<number> {
  const fitted = await fitPicture(extracting, file)
  keepPicture(extracting, file.path, fitted)
  const artifact = imageArtifact(file.path, file.bytes, fitted)
  extracting.into.add({ ...artifact, ...(role ? { role } : {}), ...(priority ? { priority } : {}) })
  return artifact.content.length
}
