const HEAD = 4096
const MARKS: readonly (readonly [bytes: readonly number[], charset: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/**
 * The text of a body, as browsers find its charset: a byte order mark, then the header, then what the first
 * bytes of a document declare. Without any of them: UTF-8 where it is, else Windows-1252.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  const charset = markedCharset(bytes) ?? headerCharset(contentType) ?? declaredCharset(bytes)
  const decoder = charset === undefined ? undefined : knownDecoder(charset)
  if (decoder !== undefined) return decoder.decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function markedCharset(bytes: Uint8Array): string | undefined {
  return MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1]
}

function headerCharset(contentType: string | null): string | undefined {
  return /;\s{0,20}charset\s{0,20}=\s{0,20}["']?([\w:.-]{1,40})/i.exec(
    (contentType ?? '').slice(0, 1_000),
  )?.[1]
}

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD))
  const declared =
    /<meta\b[^>]{0,300}?\bcharset\s{0,20}=\s{0,20}["']?\s{0,20}([\w:.-]{1,40})/i.exec(head)?.[1] ??
    /^\s{0,100}<\?xml\b[^>]{0,100}?\bencoding\s{0,20}=\s{0,20}["']([\w:.-]{1,40})/i.exec(head)?.[1]
  // A document that could be read so far is not in UTF-16, whatever it says of itself.
  return declared === undefined || /^utf-?16/i.test(declared) ? undefined : declared
}

function knownDecoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
