/** The text in pieces of so many characters, which put together give it back; a pair is never parted. */
export function chunkText(text: string, characters: number): readonly string[] {
  const all = Array.from(text)
  const chunks: string[] = []
  for (let start = 0; start < all.length; start += characters)
    chunks.push(all.slice(start, start + characters).join(''))
  return chunks
}
