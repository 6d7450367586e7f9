import { parsePageAddress } from './page-address.ts'

/** What was pasted, or dropped from another program. */
export interface Transferred {
  readonly text: string
  /** The text is also there with its markup, as from a page or a word processor. */
  readonly hasMarkup: boolean
  readonly files: number
}

export type Transfer =
  | { readonly kind: 'files' }
  | { readonly kind: 'page'; readonly address: string }
  | { readonly kind: 'long-text' }
  /** Too long for a message in any form but a file. */
  | { readonly kind: 'text-file' }
  /** The field takes it as it is. */
  | { readonly kind: 'text' }

/** A text longer than this stands beside the message and not in it. */
const LONG = 2_000
/** The most characters that the server takes in one text. */
const LONGEST = 1_000_000

/** A word processor adds a picture of the text to it; there the text is meant. */
export function readTransfer({ text, hasMarkup, files }: Transferred): Transfer {
  if (files > 0 && (text.trim() === '' || !hasMarkup)) return { kind: 'files' }
  const address = parsePageAddress(text)
  if (address !== undefined) return { kind: 'page', address }
  if (text.length > LONGEST) return { kind: 'text-file' }
  return { kind: text.length > LONG ? 'long-text' : 'text' }
}
