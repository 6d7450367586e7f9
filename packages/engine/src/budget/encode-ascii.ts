const encoder = new TextEncoder()

/** The bytes of a text, where each character is one: scanning them is faster than asking for characters. */
export function encodeAscii(text: string): Uint8Array | undefined {
  const bytes = encoder.encode(text)
  return bytes.length === text.length ? bytes : undefined
}
