import { fileFormat } from '../file-kind.ts'
import { WorkspaceError } from '../workspace-error.ts'

const MOST_LOOKED_AT = 64
/** A zero here and there may be in a text. */
const LEAST_PAIRS = 4

/**
 * Every character of a file: UTF-8, or UTF-16 that says so by its mark. What is neither is refused, since no guess
 * would give its bytes back. So is UTF-16 without its mark: as UTF-8 it would be text that hides what it says.
 */
export function decodeText({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }): string {
  try {
    if (isUnmarked(bytes)) throw new TypeError('UTF-16 without its mark.')
    return new TextDecoder(encodingOf(bytes), { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    const message = `"${path}" is not UTF-8 text; save it as UTF-8 to attach it.`
    throw new WorkspaceError('not-text', path, message, { cause: error })
  }
}

/** Each second byte is zero, as in no text of UTF-8. */
function isUnmarked(bytes: Uint8Array): boolean {
  const pairs = Math.min(MOST_LOOKED_AT, bytes.length) >> 1
  if (pairs < LEAST_PAIRS) return false
  let [even, odd] = [0, 0]
  for (let pair = 0; pair < pairs; pair += 1) {
    if (bytes[pair * 2] === 0) even += 1
    if (bytes[pair * 2 + 1] === 0) odd += 1
  }
  return (odd === pairs && even === 0) || (even === pairs && odd === 0)
}

/** Neither mark can begin UTF-8. UTF-32 begins with the same two bytes, and then with two that no text has there. */
function encodingOf([first, second, third, fourth]: Uint8Array): string {
  if (first === 0xff && second === 0xfe && (third !== 0 || fourth !== 0)) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The text of a note or a file, as its format gives it. */
export async function readText(file: { readonly path: string; readonly bytes: Uint8Array }): Promise<string> {
  const toText = fileFormat(file.path)?.toText
  return toText ? toText(file) : decodeText(file)
}
