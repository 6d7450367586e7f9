/** Never begins UTF-8: it marks a text that has no such form. */
const MARK = 0xff

/** A text as the bytes that its hash is of, so that it can be kept under that name. */
export function textBytes(text: string): Uint8Array {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8')
  const bytes = Buffer.alloc(1 + text.length * 2)
  bytes[0] = MARK
  for (let index = 0; index < text.length; index += 1)
    bytes.writeUInt16BE(text.charCodeAt(index), 1 + index * 2)
  return bytes
}

/** The inverse of `textBytes`. Bytes that are no text give another text, as its hash will show. */
export function textFromBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer[0] !== MARK) return buffer.toString('utf8')
  let text = ''
  for (let index = 1; index + 1 < buffer.length; index += 2)
    text += String.fromCharCode(buffer.readUInt16BE(index))
  return text
}
