import type { PlaceUnit } from '@varve/engine'
/** One text of the request that may be quoted, in its newest version. */
export interface ContextDocument {
  readonly key: string
  /** What a source names: the path of a note, the address of a page, else the key. */
  readonly path: string
  readonly title: string
  readonly text: string
  /** Plain text and code are quoted as they stand; Markdown is split by its structure. */
  readonly format: 'markdown' | 'plain'
  readonly isNote: boolean
  /** The line of the source at which `text` begins; more than 1 for a selection. */
  readonly firstLine: number
  /** Where its text is, where that is not counted in lines. */
  readonly place?: { readonly unit: PlaceUnit; readonly range: readonly [number, number] }
  readonly attachedNow: boolean
  /** Only names what a folder or a tag has brought; that itself stands beside it. */
  readonly isListing?: boolean
}

/** What the offline model takes from a request. */
export interface OfflineRequest {
  readonly question: string
  /** The question before this one, or an empty text. */
  readonly previousQuestion: string
  /** The answer to it was cut off, and goes on. */
  readonly isContinued?: boolean
  /** In the order of the request, one per key. */
  readonly documents: readonly ContextDocument[]
  /** Keys of which the request holds only an outline; there is no text of theirs to quote. */
  readonly shortened: readonly string[]
}
