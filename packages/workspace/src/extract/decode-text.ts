import { WorkspaceError } from '../workspace-error.ts'

/** Every character of a file. What is not UTF-8 is refused, since no guess would give its bytes back. */
export function decodeText({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    const message = `"${path}" is not UTF-8 text; save it as UTF-8 to attach it.`
    throw new WorkspaceError('not-text', path, message, { cause: error })
  }
}
