/** A field without a value, a comment, or an element without a word of text. */
const SAYS_NOTHING =
  /^[\s>]*(?:[-*+] )?(?:%%[^%]{0,400}%%|%%|[*_]{0,2}\p{L}[\p{L}\p{N} _-]{0,40}[*_]{0,2}::[*_]{0,2}|<!--[^>]{0,400}-->|<\/?[a-z][^<>]{0,400}>)\s*$/iu

/** One line of Markdown for the quote; nothing when only an embed or a tag stood there. */
export function cleanLines(line: string): string[] {
  if (SAYS_NOTHING.test(line)) return []
  const text = cleanInline(line.replace(/^(?:\s*>)+\s?/, '')).trimEnd()
  // A field may have held nothing but tags.
  return text.trim() === '' || SAYS_NOTHING.test(text) ? [] : [text]
}

/**
 * Links become their words; pictures, embeds, trailing tags and footnote marks go, so that a note cannot
 * bring a citation of its own. What looks like HTML is shown, not read.
 */
export function cleanInline(text: string): string {
  return text
    .replace(/(?:[,;]?\s{0,8}!\[\[[^[\]]*\]\])+(?=\s{0,8}[,;.])|!\[\[[^[\]]*\]\]/g, '')
    .replace(/<((?:https?:\/\/|mailto:)[^\s<>]*)>/gi, '$1')
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/(?<!\s)(?:\s+#[\p{L}\p{N}/_-]+){1,40}\s*$/u, '')
    .replace(/\[\^+/g, '[')
    .replace(/(`+)[^`]*\1|<(?=[a-z/!?])/gi, (found) => (found === '<' ? '\\<' : found))
}
