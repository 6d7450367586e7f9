/** What the deletion of a trace did. */
export interface DeletedTraceView {
  /** As many requests are gone. */
  readonly calls: number
  readonly at: string
}

/** A trace as a file, line by line: one turn each, as `varve replay` reads them. */
export interface ExportedTrace {
  readonly name: string
  readonly lines: AsyncIterable<string>
}
