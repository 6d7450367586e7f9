import { type Hash, hashText } from '@varve/engine/internal'

/** A page as it was read last. Plain data, so that any store can keep it as JSON. */
export interface CachedPage {
  /** As asked for, normalised. */
  readonly url: string
  /** Where the redirects ended. */
  readonly finalUrl: string
  readonly etag?: string
  readonly lastModified?: string
  /** Milliseconds since 1970, when its server last said that this is the text. */
  readonly fetchedAt: number
  readonly title?: string
  readonly byline?: string
  readonly published?: string
  readonly markdown: string
  /** Of `markdown`: what a server sends differs at each visit (tokens, counters), what is read seldom does. */
  readonly contentHash: Hash
  /** Addresses of pictures in the text; nobody has fetched them. */
  readonly images: readonly string[]
  /** What a user should know about this text; empty for most pages. */
  readonly warnings: readonly string[]
}

/** One page for each normalised URL. */
export interface WebCache {
  readonly get: (url: string) => Promise<CachedPage | undefined>
  readonly put: (page: CachedPage) => Promise<void>
}

type Optional = 'etag' | 'lastModified' | 'title' | 'byline' | 'published'

/** What a reader knows of a page; the hash is made here. */
export type PageFields = Omit<CachedPage, 'contentHash' | Optional> & {
  readonly [field in Optional]?: string | undefined
}

/** A page with its hash, and with nothing in it that is undefined. */
export function cachedPage(fields: PageFields): CachedPage {
  const { etag, lastModified, title, byline, published, ...known } = fields
  return {
    ...known,
    contentHash: hashText(known.markdown),
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    ...(title === undefined ? {} : { title }),
    ...(byline === undefined ? {} : { byline }),
    ...(published === undefined ? {} : { published }),
  }
}
