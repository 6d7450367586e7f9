import type { Element, Root } from 'hast'

const BLOCKS: ReadonlySet<string> = new Set('p h1 h2 h3 h4 h5 h6 li blockquote pre table tr hr'.split(' '))

/** Says of every block at which line of the file it begins and ends, so that one can go there and name it. */
export function rehypeLines({ linesBefore }: { readonly linesBefore: number }) {
  return (tree: Root): void => number(tree, linesBefore)
}

function number(parent: Root | Element, linesBefore: number): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    const line = child.position?.start.line
    if (line !== undefined && BLOCKS.has(child.tagName)) {
      child.properties['dataLine'] = String(line + linesBefore)
      const end = child.position?.end.line ?? line
      if (end > line) child.properties['dataEnd'] = String(end + linesBefore)
    }
    number(child, linesBefore)
  }
}
