const WORDS_PER_CHUNK = 3
/** A run without blanks is cut, so that a chunk is always small. */
const LONGEST_CHUNK = 60

/** The text in small pieces that put together give it back exactly. */
export function* streamChunks(text: string): Generator<string> {
  const pattern = new RegExp(String.raw`(?:\s*\S{1,${LONGEST_CHUNK}}){1,${WORDS_PER_CHUNK}}\s*`, 'gu')
  for (const [chunk] of text.matchAll(pattern)) yield chunk
}
