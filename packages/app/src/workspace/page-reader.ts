import { type GuardedFetch, NetError } from '@varve/net'
import {
  type CachedPage,
  type ExtractSources,
  readWebArtifact,
  type WebFetch,
  WorkspaceError,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'

/** The guarded fetch: the only way to a page of the web. */
export type PageFetch = GuardedFetch

/** A page that a user named is asked for again after this long, in milliseconds. */
const MAXIMUM_AGE = 15 * 60 * 1000

/** Reads pages that a user named, through the guarded fetch, and keeps them with the workspace. */
export function pageReader(context: AppContext, workspaceId: string): ExtractSources['readPage'] {
  const { fetchPage, store, clock } = context
  if (!fetchPage) return undefined
  const fetch: WebFetch = async (url, request) => {
    try {
      return await fetchPage(url, request)
    } catch (error) {
      if (!(error instanceof NetError)) throw error
      throw new WorkspaceError('page-unreachable', url, error.message, { cause: error })
    }
  }
  const cache = {
    get: async (url: string) => (await store.webPages.get(workspaceId, url)) as CachedPage | undefined,
    put: (page: CachedPage) => store.commit([store.webPages.put(workspaceId, page.url, page)]),
  }
  return async (url) => {
    const { artifact, warnings } = await readWebArtifact(url, {
      fetch,
      cache,
      now: clock.now,
      maximumAge: MAXIMUM_AGE,
      signal: context.closing,
    })
    return { artifact, warnings }
  }
}
