/** One line of Markdown for the quote; nothing when only an embed or a tag stood there. */
export function cleanLines(line: string): string[] {
  const text = cleanInline(line.replace(/^(?:\s*>)+\s?/, '')).trimEnd()
  return text.trim() === '' ? [] : [text]
}

/**
 * Links become their words; pictures, embeds, trailing tags and footnote marks go, so that a note cannot
 * bring a citation of its own. What looks like HTML is shown, not read.
 */
export function cleanInline(text: string): string {
  return text
    .replace(/(?:[,;]?\s*!\[\[[^\]]*\]\])+(?=\s*[,;.])|!\[\[[^\]]*\]\]/g, '')
    .replace(/<((?:https?:\/\/|mailto:)[^\s<>]*)>/gi, '$1')
    .replace(/\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]/g, '$1')
    .replace(/!?\[([^\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/(?:\s+#[\p{L}\p{N}/_-]+)+\s*$/u, '')
    .replace(/\[\^+/g, '[')
    .replace(/(`+)[^`]*\1|<(?=[a-z/!?])/gi, (found) => (found === '<' ? '\\<' : found))
}
