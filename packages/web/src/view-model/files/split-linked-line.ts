import { type NotePiece, splitNoteLinks } from './split-note-links.ts'

const CODE = /(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g

/** A line of Markdown as it was typed, in pieces that together are the line: between backticks there are no links. */
export function splitLinkedLine(line: string): readonly NotePiece[] {
  const pieces: NotePiece[] = []
  let from = 0
  if (line.includes('[['))
    for (const { 0: text, index } of line.matchAll(CODE)) {
      pieces.push(...splitNoteLinks(line.slice(from, index), { tags: false }), { kind: 'text', text })
      from = index + text.length
    }
  return [...pieces, ...splitNoteLinks(line.slice(from), { tags: false })]
}
