import { hashBytes } from '@varve/engine'
import { fileKind } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { UploadView } from '../views.ts'

export interface UploadFileInput {
  readonly workspaceId: string
  readonly name: string
  readonly bytes: Uint8Array
}

const MAXIMUM_BYTES = 64 * 1024 * 1024

/** Takes a file from outside the workspace, as by paste or drop. It is attached by its id and lies in no folder. */
export async function uploadFile(context: AppContext, input: UploadFileInput): Promise<UploadView> {
  const { workspaceId, bytes } = input
  const name = input.name
    .slice(input.name.lastIndexOf('/') + 1)
    .normalize('NFC')
    .trim()
  const kind = fileKind(name)
  if (!kind)
    throw new AppError(
      'file-not-text',
      `"${name}" is of a kind that Varve cannot read; text, PDFs and images can be added.`,
    )
  if (bytes.length === 0) throw new AppError('file-not-text', `"${name}" is empty.`)
  if (bytes.length > MAXIMUM_BYTES)
    throw new AppError(
      'file-too-large',
      `"${name}" has ${bytes.length} bytes; the limit is ${MAXIMUM_BYTES}.`,
    )
  if (!(await context.store.workspaces.get(workspaceId)))
    throw new AppError('workspace-not-found', 'There is no such workspace.')
  const hash = hashBytes(bytes)
  const id = context.newId()
  const { blobs, uploads } = context.store
  await context.store.commit([
    blobs.put(workspaceId, hash, bytes),
    uploads.insert({ workspaceId, id, name, hash, at: context.clock.now() }),
  ])
  return { id, name, kind, bytes: bytes.length }
}
