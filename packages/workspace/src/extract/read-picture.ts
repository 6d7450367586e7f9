import { type Hash, hashBytes, type ImageReference } from '@varve/engine/internal'
import { type FittedImage, fitImage } from '../document/fit-image.ts'
import { requireContent } from '../document/require-content.ts'
import { imageReference } from '../document/image-artifact.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { admit } from './admit.ts'
import type { Extracting } from './extract-sources.ts'
import { warningCode } from './warning-code.ts'

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
