import { fileFormat } from '../file-kind.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** Refuses a PDF or a picture of no bytes, which is none; a note may be empty. The same words wherever one comes in. */
export function requireContent(path: string, bytes: Uint8Array): void {
  if (bytes.length === 0 && fileFormat(path)?.isDocument)
    throw new WorkspaceError('document-broken', path, `"${path}" is empty.`)
}
