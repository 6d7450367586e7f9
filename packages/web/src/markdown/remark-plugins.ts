import type { Nodes, Root } from 'mdast'
import { INLINE_PICTURE } from './sanitize-schema.ts'

/**
 * Turns what must not take effect into the text that it is: HTML, images, footnotes.
 * Nothing a model wrote is dropped, and nothing it wrote loads or runs.
 */
export function remarkAsText() {
  return (tree: Root): void => replaceWithin(tree, replacement)
}

/**
 * The same for a note: pictures of the workspace become embeds, those within the note stay, those of the web are named
 * and never loaded. Footnotes stay where a mark names them.
 */
export function remarkNoteAsText() {
  return (tree: Root): void => {
    const named = new Set(footnotesNamed(tree))
    replaceWithin(tree, (node, parent) => noteReplacement(node, parent, named))
  }
}

function footnotesNamed(node: Nodes): readonly string[] {
  if (node.type === 'footnoteReference') return [node.identifier]
  return 'children' in node ? node.children.flatMap(footnotesNamed) : []
}

function replaceWithin(parent: Nodes, replace: (node: Nodes, parent: Nodes) => Nodes): void {
  if (!('children' in parent)) return
  // The children of each node keep their kind of place; mdast's types cannot say that of a replacement.
  const children = parent.children as Nodes[]
  children.forEach((child, index) => {
    children[index] = replace(child, parent)
    replaceWithin(child, replace)
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

function noteReplacement(node: Nodes, parent: Nodes, footnotes: ReadonlySet<string>): Nodes {
  if (node.type === 'footnoteReference') return node
  if (node.type === 'footnoteDefinition' && footnotes.has(node.identifier)) return node
  if (node.type !== 'image') return replacement(node, parent)
  const { url, alt } = node
  if (INLINE_PICTURE.test(url)) return node
  if (/^https?:/i.test(url))
    return {
      type: 'link',
      url,
      children: [{ type: 'text', value: `image on the web, not loaded: ${alt || url}` }],
    }
  const path = decodeAddress(url)
  // The marks of an embed in a name would end it early; such a picture is named only.
  if (path === '' || /[[\]|#\n]|^[a-z][a-z\d+.-]*:/i.test(path)) return replacement(node, parent)
  const words = alt?.replaceAll(/[[\]|\n]/g, ' ').trim()
  return { type: 'text', value: words ? `![[${path}|${words}]]` : `![[${path}]]` }
}

function decodeAddress(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    // A malformed escape is part of the name.
    return url
  }
}

function imageWords(alt: string | null | undefined, address: string): string {
  // The bytes of a picture say nothing to a reader.
  return `[image not shown: ${alt || address.replace(/^(data:[^,;]*)[\s\S]*$/i, '$1')}]`
}

/** A single line break in a note is meant as one, as people who write notes expect. */
export function remarkBreaks() {
  return (tree: Root): void => breakWithin(tree)
}

function breakWithin(parent: Nodes): void {
  if (!('children' in parent)) return
  // Text and breaks stand in the same places; mdast's types cannot say that of a replacement.
  const children = parent.children as Nodes[]
  for (const child of children) breakWithin(child)
  const broken = children.flatMap((child) =>
    child.type === 'text' ? splitText(child.value, child) : [child],
  )
  children.splice(0, children.length, ...broken)
}

function splitText(value: string, node: Nodes): readonly Nodes[] {
  const lines = value.split(/(?<![ \t])[ \t]*\r?\n/)
  if (lines.length === 1) return [node]
  return lines.flatMap((line, at): Nodes[] => [
    ...(at === 0 ? [] : [{ type: 'break' } as const]),
    ...(line === '' ? [] : [{ type: 'text', value: line } as const]),
  ])
}
