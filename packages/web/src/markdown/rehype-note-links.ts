import type { Element, ElementContent, Root } from 'hast'
import { type NotePiece, splitNoteLinks } from '../view-model/files/split-note-links.ts'

/** Carries what was written to the component that draws it. */
const NOTE_LINK_ATTRIBUTE = 'dataNoteLink'

const UNTOUCHED: ReadonlySet<string> = new Set(['code', 'pre', 'a'])

/** Makes `[[links]]`, and in notes `#tags`, elements of their own. Code and links of the web stay as they are. */
export function rehypeNoteLinks(options: { readonly tags: boolean }) {
  return (tree: Root): void => mark(tree, options)
}

function mark(parent: Root | Element, options: { readonly tags: boolean }): void {
  if (parent.type === 'element' && UNTOUCHED.has(parent.tagName)) return
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type === 'element') mark(child, options)
    return child.type === 'text' ? splitNoteLinks(child.value, options).map(element) : [child]
  })
}

function element(piece: NotePiece): ElementContent {
  if (piece.kind === 'text') return { type: 'text', value: piece.text }
  return {
    type: 'element',
    tagName: 'span',
    properties: { [NOTE_LINK_ATTRIBUTE]: piece.text },
    children: [{ type: 'text', value: piece.text }],
  }
}
