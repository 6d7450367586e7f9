export interface Announcement {
  readonly words: string
  /** How much of the text has been announced with this. */
  readonly until: number
}

/** The sentences that have been completed since `from`, in words; nothing while a sentence is under way. */
export function nextAnnouncement(text: string, from: number, ended: boolean): Announcement | undefined {
  const rest = text.slice(from)
  const until = ended ? text.length : from + lastSentenceEnd(rest)
  const words = plainWords(text.slice(from, until))
  return words === '' ? undefined : { words, until }
}

function lastSentenceEnd(text: string): number {
  let end = 0
  // A stop counts only when something follows it: "30." at the edge of a stream may become "30.5".
  for (const match of text.matchAll(/[.!?…:](?:\*\*|["”’)\]])*(?:\[\^\d+\])*(?=\s)|\n(?=\n)|[。！？]/gu))
    end = match.index + match[0].length
  return end
}

/** Markdown read aloud: marks, citations and link targets are left out. */
function plainWords(markdown: string): string {
  return markdown
    .replace(/\[\^\d+\]/g, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^[^\S\n]*(?:#{1,6}|>|[-*+]|```.*)[^\S\n]*/gm, '')
    .replace(/[*_`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
