/**
 * The lines of a stream as JSON Lines has them: only a line feed ends one, with or without a carriage return before it.
 * `node:readline` also ends them at U+2028 and U+2029, which may stand in a JSON text as they are.
 */
export async function* readLines(input: AsyncIterable<unknown>): AsyncGenerator<string> {
  // The byte order mark is for the caller; what is no UTF-8 becomes U+FFFD, as everywhere.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  // In parts: a line of many chunks would be copied with each of them.
  let parts: string[] = []
  for await (const chunk of input) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array, { stream: true })
    const [first = '', ...more] = text.split('\n')
    parts.push(first)
    for (const next of more) {
      yield withoutReturn(parts.join(''))
      parts = [next]
    }
  }
  const last = parts.join('') + decoder.decode()
  if (last !== '') yield withoutReturn(last)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
