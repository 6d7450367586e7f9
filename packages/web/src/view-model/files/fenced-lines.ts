/** In a list or a quotation a fence stands behind their marks. */
const OPENS = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}(?!.*`)|~{3,})/
const CLOSES = /^[\s>]*(`{3,}|~{3,})\s*$/

/** The lines of a note that are code, counted from 0: those between fences, and the fences. */
export function fencedLines(lines: readonly string[]): ReadonlySet<number> {
  const fenced = new Set<number>()
  let open: string | undefined
  for (const [at, line] of lines.entries()) {
    if (open === undefined) {
      open = OPENS.exec(line)?.[1]
      if (open !== undefined) fenced.add(at)
      continue
    }
    fenced.add(at)
    if (CLOSES.exec(line)?.[1]?.startsWith(open)) open = undefined
  }
  return fenced
}
