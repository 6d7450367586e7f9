import { WorkspaceError } from '../workspace-error.ts'

/**
 * Every character of a file: UTF-8, or UTF-16 that says so by its mark. What is neither is refused, since no guess
 * would give its bytes back.
 */
export function decodeText({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    const message = `"${path}" is not UTF-8 text; save it as UTF-8 to attach it.`
    throw new WorkspaceError('not-text', path, message, { cause: error })
  }
}

/** Neither mark can begin UTF-8. UTF-32 begins with the same two bytes, and then with two that no text has there. */
function encodingOf([first, second, third, fourth]: Uint8Array): string {
  if (first === 0xff && second === 0xfe && (third !== 0 || fourth !== 0)) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
