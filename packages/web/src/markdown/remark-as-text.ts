import type { Nodes, Root } from 'mdast'

/**
 * Turns what must not take effect into the text that it is: HTML, images, footnotes.
 * Nothing a model wrote is dropped, and nothing it wrote loads or runs.
 */
export function remarkAsText() {
  return (tree: Root): void => replaceWithin(tree)
}

function replaceWithin(parent: Nodes): void {
  if (!('children' in parent)) return
  // The children of each node keep their kind of place; mdast's types cannot say that of a replacement.
  const children = parent.children as Nodes[]
  children.forEach((child, index) => {
    children[index] = replacement(child, parent)
    replaceWithin(child)
  })
}

function replacement(node: Nodes, parent: Nodes): Nodes {
  switch (node.type) {
    case 'html':
      return parent.type === 'root' || parent.type === 'blockquote' || parent.type === 'listItem'
        ? { type: 'paragraph', children: [{ type: 'text', value: node.value }] }
        : { type: 'text', value: node.value }
    case 'image':
      return { type: 'text', value: imageWords(node.alt, node.url) }
    case 'imageReference':
      return { type: 'text', value: imageWords(node.alt, node.identifier) }
    case 'footnoteReference':
      return { type: 'text', value: `[^${node.label ?? node.identifier}]` }
    case 'footnoteDefinition':
      return { type: 'blockquote', children: node.children }
    default:
      return node
  }
}

function imageWords(alt: string | null | undefined, address: string): string {
  return `[image not shown: ${alt || address}]`
}
