import { imageArtifact } from '../document/image-artifact.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import type { Brought, Extracting, Standing } from './extract-sources.ts'
import { distanceOf } from './extraction.ts'
import { fitPicture, keepPicture } from './read-picture.ts'

/** A picture that the user attached: one line of text that names it, and the picture. */
export async function extractImage(
  extracting: Extracting,
  file: StoredFile,
  standing: Standing,
): Promise<Brought> {
  const fitted = await fitPicture(extracting, file)
  keepPicture(extracting, file.path, fitted)
  const artifact = imageArtifact(file.path, file.bytes, fitted)
  const { role, priority } = standing
  const marked = { ...artifact, ...(role ? { role } : {}), ...(priority ? { priority } : {}) }
  extracting.into.add(marked, distanceOf(standing))
  return { characters: artifact.content.length }
}
