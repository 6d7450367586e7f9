import { type Hash, hashBytes, type ImageReference, type LiftedImage } from '@varve/engine/internal'
import { type FittedImage, fitImage, imageReference } from '../document/fit-image.ts'
import { requireContent } from '../document/document-outcome.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { warningCode } from './extraction.ts'
import { admit } from './admit.ts'
import type { Extracting } from './extract-sources.ts'

/** A picture of the workspace, and the hash of its file, which is another one where it was scaled down. */
export interface WorkspacePicture {
  readonly path: string
  readonly hash: Hash
  readonly bytes: number
  readonly reference: ImageReference
}

/** A picture of the workspace, scaled down where it is larger than models take. Undefined with a warning. */
export async function readPicture(
  extracting: Extracting,
  path: string,
): Promise<WorkspacePicture | undefined> {
  try {
    admit(extracting, path, undefined, { depth: 1 })
    const file = await extracting.sources.readFile(path)
    const reference = keepPicture(extracting, path, await fitPicture(extracting, file))
    return { path, hash: file.contentHash, bytes: file.bytes.length, reference }
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    extracting.into.warn(warningCode(error), path, error.message)
    return undefined
  }
}

/** A picture of the web, where the user has agreed to fetch it. Undefined without, or with a warning. */
export async function fetchPicture(extracting: Extracting, url: string): Promise<ImageReference | undefined> {
  try {
    const bytes = await extracting.sources.fetchImage?.(url)
    return bytes && keepPicture(extracting, url, await fitPicture(extracting, { path: url, bytes }))
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    extracting.into.warn('unreadable', url, error.message)
    return undefined
  }
}

export async function fitPicture(
  { sources }: Extracting,
  { path, bytes }: Pick<StoredFile, 'path' | 'bytes'>,
): Promise<FittedImage> {
  requireContent(path, bytes)
  const { imageSide, imageBytes } = sources.limits
  const limits = { maximumWidth: imageSide, maximumHeight: imageSide, maximumBytes: imageBytes }
  return sources.memo.recall(hashBytes(bytes), `image ${path}`, () => fitImage(bytes, { path, ...limits }))
}

/** The reference is to the bytes that will be sent. */
export function keepPicture({ into }: Extracting, path: string, fitted: FittedImage): ImageReference {
  const reference = imageReference(path, fitted)
  into.addPicture({ reference, bytes: fitted.bytes })
  return reference
}

/**
 * Pictures that was in a text as `data:` URIs go with it as what they are, checked and scaled as files are. What is
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
