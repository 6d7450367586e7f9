import { Fragment } from 'react'
import type { NotePiece } from '../view-model/files/split-note-links.ts'
import { NoteLink } from './note-link.tsx'

/** Text as it was typed, in which links to notes lead there. */
export function LinkedPieces({ pieces }: { readonly pieces: readonly NotePiece[] }) {
  return pieces.map((piece, at) => (
    // The pieces of a text have no names, and never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>{piece.kind === 'text' ? piece.text : <NoteLink piece={piece} />}</Fragment>
  ))
}
