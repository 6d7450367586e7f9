import type { Element, Root } from 'hast'

/** The first rank that a heading has in the page: above it stand the bar, and the title of a note or who speaks. */
const FIRST = 3
const LAST = 6

/** Ranks of headings without gaps, whatever a text begins with; how each was written says how it looks. */
export function rehypeHeadings() {
  return (tree: Root): void => {
    const headings = headingsIn(tree)
    const top = Math.min(...headings.map(rankOf))
    let before = FIRST - 1
    for (const heading of headings) {
      const rank = rankOf(heading)
      before = Math.min(FIRST + rank - top, before + 1, LAST)
      heading.tagName = `h${before}`
      heading.properties['dataRank'] = String(rank)
    }
  }
}

function headingsIn(parent: Root | Element): readonly Element[] {
  return parent.children.flatMap((child): readonly Element[] => {
    if (child.type !== 'element') return []
    return /^h[1-6]$/.test(child.tagName) ? [child] : headingsIn(child)
  })
}

function rankOf({ tagName }: Element): number {
  return Number(tagName.slice(1))
}
