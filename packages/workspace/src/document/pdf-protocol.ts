import type { LineRange } from '../note/parsed-note.ts'
import type { WorkspaceErrorCode } from '../workspace-error.ts'

export interface PdfLimits {
  /** Of the file. */
  readonly bytes: number
  readonly pages: number
  /** UTF-16 code units over all pages that are read. */
  readonly characters: number
  readonly milliseconds: number
  readonly heapMegabytes: number
  readonly bufferMegabytes: number
}

/** Text of pages, as the file gives it; nothing of it is checked or trusted. */
export interface PdfText {
  /** In order, beginning with `firstPage`; an empty text for a page without any. */
  readonly pages: readonly string[]
  /** Counted from 1. */
  readonly firstPage: number
  /** Of the whole file. */
  readonly pageCount: number
  /** What the file calls itself. */
  readonly title?: string
  /** What was left out or may be wrong, in words. */
  readonly warnings: readonly string[]
}

export interface PdfJob {
  readonly bytes: Uint8Array
  /** First and last page, counted from 1. */
  readonly pages?: LineRange
  readonly limits: Pick<PdfLimits, 'pages' | 'characters'>
}

export type PdfAnswer =
  | { readonly kind: 'read'; readonly text: PdfText }
  | { readonly kind: 'refused'; readonly code: WorkspaceErrorCode; readonly message: string }
