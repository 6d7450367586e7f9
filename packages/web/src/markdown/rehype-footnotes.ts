import type { Element, Root } from 'hast'

/** How Markdown names a footnote and each mark of it. */
export const FOOTNOTE_NAME = /^user-content-fn(?:ref)?-/

/**
 * Footnotes as the page draws them: a mark is a button that leads to its note and back. Not by an address: that is
 * where the page itself stands.
 */
export function rehypeFootnotes() {
  return (tree: Root): void => draw(tree)
}

function draw(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    const { id, href } = child.properties
    if (child.tagName === 'section') asSection(child)
    if (child.tagName === 'a' && typeof href === 'string' && FOOTNOTE_NAME.test(href.slice(1))) {
      child.tagName = 'button'
      child.properties = { dataFootnote: id, dataLeadsTo: href.slice(1) }
    } else if (id !== undefined) {
      child.properties = { ...child.properties, dataFootnote: id }
      delete child.properties['id']
    }
    draw(child)
  }
}

/** Its name is for those who do not see it: a heading would be one of the note's own. */
function asSection(section: Element): void {
  section.properties = { className: ['footnotes'], ariaLabel: 'Footnotes' }
  section.children = section.children.filter((child) => child.type !== 'element' || child.tagName !== 'h2')
}
