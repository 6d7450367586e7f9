import { hashBytes } from '@varve/engine/internal'
import { EXTRACT_LIMITS, fileFormat, fileKind, readImageInfo, readPdf, readText } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { UploadView } from '@varve/contract'

export interface UploadFileInput {
  readonly workspaceId: string
  readonly name: string
  readonly bytes: Uint8Array
}

const MAXIMUM_BYTES = 64 * 1024 * 1024

/** How large a file of this name may be: a text has to fit into a message, a PDF or a picture is made smaller. */
function uploadLimit(name: string): number {
  return fileFormat(name)?.isDocument ? MAXIMUM_BYTES : EXTRACT_LIMITS.textBytes
}

/** Refuses a file by its size, before anything of it is read. */
export function requireUploadSize(name: string, bytes: number): void {
  const limit = uploadLimit(name)
  if (bytes > limit)
    throw new AppError(
      'file-too-large',
      `"${name}" has ${bytes.toLocaleString('en-US')} bytes; the limit is ${limit.toLocaleString('en-US')}. Split it, or put it in your folder and search it.`,
    )
}

/** Takes a file from outside the workspace, as by paste or drop. It is attached by its id and is in no folder. */
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
  requireUploadSize(name, bytes.length)
  if (!(await context.store.workspaces.get(workspaceId)))
    throw new AppError('workspace-not-found', 'There is no such workspace.')
  const hash = hashBytes(bytes)
  await requireReadable(context, { name, kind, bytes, hash })
  const id = context.newId()
  const { blobs, uploads } = context.store
  await context.store.commit([
    blobs.put(workspaceId, hash, bytes),
    uploads.insert({ workspaceId, id, name, hash, at: context.clock.now() }),
  ])
  return { id, name, kind, bytes: bytes.length, hash }
}

interface ToRead extends Pick<UploadView, 'name' | 'kind'> {
  readonly bytes: Uint8Array
  readonly hash: string
}

/** What could not be sent is refused now, not with the message. A PDF is read once: the message finds it read. */
async function requireReadable({ readings }: AppContext, { name, kind, bytes, hash }: ToRead): Promise<void> {
  switch (kind) {
    case 'note':
    case 'file':
      await readText({ path: name, bytes })
      break
    case 'pdf':
      await readings.recall(hash, `pdf ${name}`, () => readPdf(bytes, { path: name }))
      break
    case 'image': {
      const reading = readImageInfo(bytes)
      if (reading.kind === 'refused')
        throw new AppError('file-not-text', `"${name}" cannot be added. ${reading.reason}`)
      break
    }
    default:
      kind satisfies never
  }
}
