/** A piece of a snippet without the marks of Markdown, which in a line of a list say nothing. */
export function plainSnippet(text: string): string {
  return text
    .replaceAll(/!?\[\[|\]\]|\*\*|__|`/g, '')
    .replaceAll(/(^|[\s…])(?:#{1,6}|-{3,})(?=\s)/g, '$1')
    .replaceAll(/(^|[\s…])- \[[ xX]\](?=\s)/g, '$1')
    .replaceAll(/\s{2,}/g, ' ')
}
