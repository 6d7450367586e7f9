import type { Element, ElementContent, Root } from 'hast'

const UNTOUCHED: ReadonlySet<string> = new Set(['code', 'pre'])
const HIGHLIGHT = /==(?=\S)([^=\n]+)(?<=\S)==/g

/** Makes `==words==` of a note a mark, as its author sees them elsewhere. Code stays as it is. */
export function rehypeHighlights() {
  return (tree: Root): void => mark(tree)
}

function mark(parent: Root | Element): void {
  if (parent.type === 'element' && UNTOUCHED.has(parent.tagName)) return
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type === 'element') mark(child)
    return child.type === 'text' && child.value.includes('==') ? split(child.value) : [child]
  })
}

function split(text: string): readonly ElementContent[] {
  const pieces: ElementContent[] = []
  let from = 0
  for (const match of text.matchAll(HIGHLIGHT)) {
    if (match.index > from) pieces.push({ type: 'text', value: text.slice(from, match.index) })
    const words = { type: 'text', value: match[1] ?? '' } as const
    pieces.push({ type: 'element', tagName: 'mark', properties: {}, children: [words] })
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push({ type: 'text', value: text.slice(from) })
  return pieces
}
