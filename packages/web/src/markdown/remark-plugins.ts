import type { FootnoteDefinition, Nodes, Root } from 'mdast'
import { INLINE_PICTURE } from './sanitize-schema.ts'
import { t } from '../i18n/t.ts'

/**
 * Turns what must not take effect into the text that it is: HTML, images, and footnotes where a number is a source.
 * Nothing a model wrote is dropped, and nothing it wrote loads or runs.
 */
export function remarkAsText({ footnotes }: { readonly footnotes: boolean }) {
  return (tree: Root): void => {
    const named = new Set(footnotes ? footnotesNamed(tree) : [])
    replaceWithin(tree, (node, parent) => (isFootnote(node, named) ? node : replacement(node, parent)))
  }
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

function isFootnote(node: Nodes, named: ReadonlySet<string>): boolean {
  return (
    (node.type === 'footnoteReference' || node.type === 'footnoteDefinition') && named.has(node.identifier)
  )
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
      return definition(node)
    default:
      return node
  }
}

/** Its number as it was written, which becomes the citation that it explains. */
function definition({ label, identifier, children }: FootnoteDefinition): Nodes {
  const [first, ...rest] = children
  const number = { type: 'text', value: `[^${label ?? identifier}]: ` } as const
  if (first?.type !== 'paragraph')
    return { type: 'blockquote', children: [{ type: 'paragraph', children: [number] }, ...children] }
  const begin = { ...first, children: [number, ...first.children] }
  return rest.length === 0 ? begin : { type: 'blockquote', children: [begin, ...rest] }
}

function noteReplacement(node: Nodes, parent: Nodes, footnotes: ReadonlySet<string>): Nodes {
  if (isFootnote(node, footnotes)) return node
  if (node.type === 'footnoteDefinition') return { type: 'blockquote', children: node.children }
  if (node.type !== 'image') return replacement(node, parent)
  const { url, alt } = node
  if (INLINE_PICTURE.test(url)) return node
  if (/^https?:/i.test(url))
    return {
      type: 'link',
      url,
      children: [{ type: 'text', value: t('image on the web, not loaded: {name}', { name: alt || url }) }],
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
  return t('[image not shown: {name}]', { name: alt || address.replace(/^(data:[^,;]*)[\s\S]*$/i, '$1') })
}

/**
 * A single line break in a note is meant as one, as people who write notes expect. Not in a paragraph that was wrapped
 * at a margin: there each line ends only because the next word would not have fitted.
 */
export function remarkBreaks() {
  return (tree: Root): void => breakWithin(tree)
}

/** A margin narrower than this is none: such lines are verse, or an address. */
const LEAST_MARGIN = 60

function breakWithin(parent: Nodes): void {
  if (!('children' in parent) || isWrapped(parent)) return
  // Text and breaks are allowed in the same places; mdast's types can't express that for a replacement.
  const children = parent.children as Nodes[]
  for (const child of children) breakWithin(child)
  const broken = children.flatMap((child) =>
    child.type === 'text' ? splitText(child.value, child) : [child],
  )
  children.splice(0, children.length, ...broken)
}

function isWrapped(node: Nodes): boolean {
  if (node.type !== 'paragraph') return false
  const lines = wordsOf(node).split(/\r?\n/)
  if (lines.length < 3) return false
  const margin = Math.max(...lines.map((line) => line.length))
  return (
    margin >= LEAST_MARGIN &&
    lines.slice(1).every((line, at) => {
      const [word = ''] = line.trimStart().split(/\s/, 1)
      return (lines[at] ?? '').length + 1 + word.length > margin
    })
  )
}

function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(wordsOf).join('') : '\n'
}

function splitText(value: string, node: Nodes): readonly Nodes[] {
  const lines = value.split(/(?<![ \t])[ \t]*\r?\n/)
  if (lines.length === 1) return [node]
  return lines.flatMap((line, at): Nodes[] => [
    ...(at === 0 ? [] : [{ type: 'break' } as const]),
    ...(line === '' ? [] : [{ type: 'text', value: line } as const]),
  ])
}

/** `<details><summary>What it is about</summary>`, with or without what it folds; anything more is no tag of these. */
const DETAILS = /^<details( open)?>\s*(?:<summary>([^<]*)<\/summary>\s*)?(?:([^<]*)<\/details>\s*)?$/i
const DETAILS_END = /^<\/details>\s*$/i

/** The only HTML with an effect: `<details>`. The content between the tags is ordinary Markdown. */
export function remarkDetails() {
  return (tree: Root): void => foldWithin(tree)
}

function foldWithin(parent: Nodes): void {
  if (!('children' in parent)) return
  // A folding part is allowed wherever other blocks are; mdast's types can't express that.
  const children = parent.children as Nodes[]
  for (const child of children) foldWithin(child)
  const open: number[] = []
  const kept: Nodes[] = []
  for (const child of children) {
    const [head, isOpen, summary, inside] = child.type === 'html' ? (DETAILS.exec(child.value) ?? []) : []
    if (head !== undefined && /<\/details>\s*$/i.test(head))
      kept.push(details({ isOpen, summary, children: [paragraph(inside ?? '')] }))
    else if (child.type === 'html' && DETAILS_END.test(child.value) && open.length > 0) {
      const [start, ...folded] = kept.splice(open.pop() ?? 0)
      const [, opened, title] = start?.type === 'html' ? (DETAILS.exec(start.value) ?? []) : []
      kept.push(details({ isOpen: opened, summary: title, children: folded }))
    } else {
      if (head !== undefined) open.push(kept.length)
      kept.push(child)
    }
  }
  children.splice(0, children.length, ...kept)
}

interface FoldedPart {
  readonly isOpen: string | undefined
  readonly summary: string | undefined
  readonly children: readonly Nodes[]
}

function details({ isOpen, summary, children }: FoldedPart): Nodes {
  const title = { ...paragraph(summary?.trim() || t('Details')), data: { hName: 'summary' } }
  const data = { hName: 'details', hProperties: isOpen === undefined ? {} : { open: true } }
  // A quote holds blocks as this does; its name says what it becomes.
  return { type: 'blockquote', data, children: [title, ...children] } as Nodes
}

function paragraph(value: string): Nodes {
  return { type: 'paragraph', children: [{ type: 'text', value: value.trim() }] }
}
