/** Longer lines are cut by the page anyway. */
const LONGEST = 240

/** One line of what was thought, without its Markdown: the last while it grows, the first once it stands. */
export function outlineReasoning(text: string, which: 'first' | 'last'): string {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^[\s#>*+-]+|[*`]+/g, '').trim())
    .filter((line) => line !== '')
  return (lines.at(which === 'first' ? 0 : -1) ?? '').slice(0, LONGEST)
}
