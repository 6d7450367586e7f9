import type { GuardedFetch } from '@varve/net'

/** The guarded fetch: the only way to a page of the web. */
export type PageFetch = GuardedFetch
