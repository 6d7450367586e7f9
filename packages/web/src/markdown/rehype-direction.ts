import type { Element, Root } from 'hast'
import { type Direction, directionOf } from '../view-model/text/direction-of.ts'

/** Cells go with their table: a column keeps its side. */
const BLOCKS: ReadonlySet<string> = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote div table'.split(' '))

/** Each block is read as its own first letter is; only one that turns from what it stands in says so. */
export function rehypeDirection() {
  return (tree: Root): void => direct(tree, 'ltr')
}

function direct(parent: Root | Element, inherited: Direction): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    const own = BLOCKS.has(child.tagName) ? (firstDirection(child) ?? inherited) : inherited
    if (own !== inherited) child.properties['dir'] = own
    direct(child, own)
  }
}

function firstDirection(element: Element): Direction | undefined {
  // Code is read from the left whatever is written around it.
  if (element.tagName === 'code') return undefined
  for (const child of element.children) {
    const found =
      child.type === 'text'
        ? directionOf(child.value)
        : child.type === 'element'
          ? firstDirection(child)
          : undefined
    if (found) return found
  }
  return undefined
}
