/** The words of a heading, without its links and marks. */
export function plainHeading(text: string): string {
  return text
    .replaceAll(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)/g, '$1')
    .replaceAll(/\*\*|__|`|~~/g, '')
    .trim()
}
