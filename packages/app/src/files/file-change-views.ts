/** What the app shows of changes to files. JSON only, like `views.ts`. */

export interface WrittenFileView {
  readonly path: string
  readonly contentHash: string
  readonly bytes: number
  readonly modified: number
}

export interface FileVersionView {
  readonly id: string
  readonly path: string
  readonly contentHash: string
  readonly bytes: number
  /** Milliseconds since 1970, when this version was replaced or removed. */
  readonly keptAt: number
}

export interface TrashedFileView {
  readonly id: string
  readonly path: string
  readonly contentHash: string
  readonly bytes: number
  readonly removedAt: number
}

/** One text against another. */
export interface FileDiffView {
  readonly path: string
  readonly from: string
  readonly to: string
  readonly same: boolean
  /** A unified diff; without changes it is empty, and it says so where the files are no text. */
  readonly text: string
}
