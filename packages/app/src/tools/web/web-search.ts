/** One result of a search on the web. Nothing of it is trusted. */
export interface WebResult {
  readonly title: string
  readonly url: string
  readonly snippet: string
}

/** A search engine that the user has plugged in. There is none by default. */
export interface WebSearch {
  /** For the person who is asked, as "Example Search". */
  readonly name: string
  readonly search: (
    query: string,
    options: { readonly limit: number; readonly signal: AbortSignal },
  ) => Promise<readonly WebResult[]>
}
