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
