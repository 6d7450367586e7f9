import { isSvg, readImageInfo } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'

export interface PictureBytes {
  /** By what the file holds, whatever it is called. */
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A picture of the workspace, for the page to show. Only what is one by its first bytes is given out. */
export async function readPicture(
  context: AppContext,
  { workspaceId, path }: { readonly workspaceId: string; readonly path: string },
): Promise<PictureBytes> {
  const { files } = await openedWorkspace(context, workspaceId)
  const { bytes } = await files.read(path)
  // Drawn by the browser, which runs no script of a picture; models do not see it.
  if (isSvg(bytes)) return { mediaType: 'image/svg+xml', bytes: new Uint8Array(bytes) }
  const reading = readImageInfo(bytes)
  if (reading.kind === 'refused')
    throw new AppError('file-not-text', `"${path}" cannot be shown: ${reading.reason}`)
  return { mediaType: reading.info.mediaType, bytes: new Uint8Array(bytes) }
}
