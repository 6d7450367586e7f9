import { EngineError } from '@varve/engine'
import { normalizeUrl, type Hash, hashText } from '@varve/engine/internal'
import { WorkspaceError } from '../workspace-error.ts'

export interface WebRequest {
  readonly headers?: Readonly<Record<string, string>>
  readonly accept?: string
  readonly signal?: AbortSignal
  readonly maximumBytes?: number
}

export interface WebResponse {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  /** Where the last redirect ended. */
  readonly url: string
  /** Whole, and decompressed. */
  readonly body: Uint8Array
}

/** The guarded fetch, as it is passed in: it alone decides what may be reached, and throws where it may not. */
export type WebFetch = (url: string, request?: WebRequest) => Promise<WebResponse>

export interface WebDependencies {
  readonly fetch: WebFetch
  readonly cache: WebCache
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds for which a kept page is taken without asking its server. */
  readonly maximumAge: number
  readonly signal?: AbortSignal | undefined
}

/** What was read, and how. */
export interface WebReading {
  readonly page: CachedPage
  readonly fromCache: boolean
  /** Those of the page, and that it is an old copy where it is one. */
  readonly warnings: readonly string[]
}

/** An address in its one spelling; fails as a page does that cannot be had where it is none. */
export function webAddress(url: string): string {
  try {
    return normalizeUrl(url)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const message = `${JSON.stringify(url.slice(0, 200))} is not an address of the web and was left out.`
    throw new WorkspaceError('page-unreachable', url, message, { cause: error })
  }
}

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
  /** Addresses of pictures in the text, which have not been fetched. */
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
type PageFields = Omit<CachedPage, 'contentHash' | Optional> & {
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

/** An answer that is not the page. */
export class WebStatusError extends Error {
  override readonly name = 'WebStatusError'
  readonly status: number

  constructor(status: number) {
    super(`its server answered with ${status}.`)
    this.status = status
  }

  /** The server was reached and says that there is no such page: an old copy would be wrong. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410
  }
}

/** The response, where it is the page or says that the page is as it was. */
export function checkStatus(response: WebResponse): WebResponse {
  const { status } = response
  if ((status < 200 || status >= 300) && status !== 304) throw new WebStatusError(status)
  return response
}
