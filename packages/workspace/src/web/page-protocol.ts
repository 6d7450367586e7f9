export interface PageJob {
  readonly html: string
  /** Of the page, for its relative links. */
  readonly url: string
  /** Elements inside each other; deeper ones are not parsed, since parsers recurse. */
  readonly nesting: number
}

export type PageAnswer =
  | { readonly kind: 'too-deep' }
  | {
      readonly kind: 'article'
      readonly title: string
      readonly markdown: string
      readonly byline: string
      readonly published: string
      readonly images: readonly string[]
      /** Requests that the extraction tried to make, and was refused. */
      readonly refusedRequests: number
    }
