import type { ContextDocument } from './context-document.ts'

const HEAD = /^- (.+), lines (\d{1,9})-(\d{1,9}):$/

/** The passages of a search, as the engine lays them down in a result: each can be quoted at its lines. */
export function readHits(content: string): readonly Omit<ContextDocument, 'attachedNow'>[] {
  const found: { readonly path: string; readonly firstLine: number; readonly lines: string[] }[] = []
  for (const line of content.split('\n')) {
    const [, path, from] = HEAD.exec(line) ?? []
    if (path !== undefined) found.push({ path, firstLine: Number(from), lines: [] })
    // A hit that is readable above has no text of its own here.
    else if (/^- .+ \(readable above\)$/.test(line)) found.push({ path: '', firstLine: 1, lines: [] })
    else found.at(-1)?.lines.push(line)
  }
  return found
    .filter(({ path }) => path !== '')
    .map(({ path, firstLine, lines }) => ({
      key: `${path}#L${firstLine}`,
      path,
      title: path,
      text: withoutHeadings(lines).join('\n').trimEnd(),
      format: /\.(?:md|markdown|mdx|txt|pdf)$/i.test(path) ? 'markdown' : 'plain',
      isNote: path.endsWith('.md'),
      firstLine,
    }))
}

/** The headings that a passage stands under come before it, in brackets, and are no line of the file. */
function withoutHeadings(lines: readonly string[]): readonly string[] {
  const [first = ''] = lines
  return /^\[.+\]$/.test(first) ? lines.slice(1) : lines
}
