/** The tags that a text names, separated by commas; within one, spaces become hyphens. Each once. */
export function parseTags(text: string): readonly string[] {
  const names = text.split(',').map((part) => part.trim().replace(/^#+/, '').trim().replace(/\s+/g, '-'))
  return [...new Set(names.filter((name) => name !== ''))]
}
