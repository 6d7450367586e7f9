import type { CachedPage, WebCache } from './web-cache.ts'

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
