const MAXIMUM_LENGTH = 60

/** A title for a chat from its first message: the first line with words in it, cut between words. */
export function titleFrom(text: string): string {
  const line = text.split(/\r?\n/).find((candidate) => /\S/.test(candidate)) ?? text
  const plain = line
    .replace(/^[#>*\-\s]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  const title = plain === '' ? line.trim() : plain
  if (title.length <= MAXIMUM_LENGTH) return title
  const room = title.slice(0, MAXIMUM_LENGTH)
  const blank = room.lastIndexOf(' ')
  const cut = blank > MAXIMUM_LENGTH / 2 ? room.slice(0, blank) : room.replace(/[\ud800-\udbff]$/, '')
  return `${cut}…`
}
