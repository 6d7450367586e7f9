export interface PageText {
  readonly page: number
  readonly text: string
}

/** The pages of a PDF's text, which the server begins with `[page 9]` each. */
export function splitPages(content: string): readonly PageText[] {
  const parts = content.split(/^\[page (\d+)\]$/m)
  const pages: PageText[] = []
  for (let at = 1; at < parts.length; at += 2)
    pages.push({ page: Number(parts[at]), text: (parts[at + 1] ?? '').trim() })
  return pages
}

/** The lines of this text that hold some pages, without the line that names the next. */
export function pageLines(
  content: string,
  pages: readonly [number, number] | undefined,
): readonly [number, number] | undefined {
  if (!pages) return undefined
  const lines = content.split('\n')
  const isHead = (line: string, page: number) => line.trimEnd() === `[page ${page}]`
  const first = lines.findIndex((line) => isHead(line, pages[0]))
  if (first < 0) return undefined
  const next = lines.findIndex((line) => isHead(line, pages[1] + 1))
  const end = next < 0 ? lines.length : next
  const last = lines.slice(first, end).findLastIndex((line) => line.trim() !== '')
  return [first + 1, first + last + 1]
}
