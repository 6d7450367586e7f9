import { Fragment } from 'react'
import { splitLinkedLine } from '../view-model/files/split-linked-line.ts'
import { NoteLink } from './note-link.tsx'

/** A line as it was typed, in which links to notes lead there. */
export function LinkedLine({ line }: { readonly line: string }) {
  return splitLinkedLine(line).map((piece, at) => (
    // The pieces of a line have no names, and never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>{piece.kind === 'text' ? piece.text : <NoteLink piece={piece} />}</Fragment>
  ))
}
