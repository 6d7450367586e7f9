import type { ImageReference, LiftedImage } from '@varve/engine/internal'
import { WorkspaceError } from '../workspace-error.ts'
import type { Extracting } from './extract-sources.ts'
import { fitPicture, keepPicture } from './read-picture.ts'
import { warningCode } from './warning-code.ts'

/**
 * Pictures that stood in a text as `data:` URIs go with it as what they are, checked and scaled as files are. What is
 * none stays behind with a warning. [L2-4]
 */
export async function keepInlinePictures(
  extracting: Extracting,
  from: string,
  images: readonly LiftedImage[],
): Promise<readonly ImageReference[]> {
  const { sources, into } = extracting
  const most = sources.limits.imagesPerNote
  const left = images.length - most
  if (left > 0)
    into.warn('left-out', from, `"${from}" holds ${images.length} pictures; the last ${left} were left out.`)
  const kept = new Map<string, ImageReference>()
  for (const { reference, base64 } of images.slice(0, most)) {
    const { name } = reference
    const picture = { path: `${name} in ${from}`, bytes: Buffer.from(base64, 'base64') }
    try {
      const fitted = keepPicture(extracting, name, await fitPicture(extracting, picture))
      if (!kept.has(fitted.hash)) kept.set(fitted.hash, fitted)
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error
      into.warn(warningCode(error), from, error.message)
    }
  }
  return [...kept.values()]
}
