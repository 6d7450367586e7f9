import { NetError } from '@varve/net'
import {
  type CachedPage,
  type ExtractSources,
  fetchRemoteImage,
  readWebArtifact,
  type WebFetch,
  WorkspaceError,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import type { PageFetch } from './page-fetch.ts'

/** A page that a user named is asked for again after this long, in milliseconds. */
const MAXIMUM_AGE = 15 * 60 * 1000

/** Fetches pictures of the web for a user who has agreed to that. */
export function imageFetcher(context: AppContext): ExtractSources['fetchImage'] {
  const { fetchPage } = context
  if (!fetchPage) return undefined
  return async (url) =>
    (await fetchRemoteImage(url, { fetch: guarded(fetchPage), signal: context.closing })).bytes
}

/** A draft asks with every key press; a page that could not be had is left alone for so many milliseconds. */
const RETRY_AFTER = 30_000

/** Reads pages that a user named, through the guarded fetch, and keeps them with the workspace. */
export function pageReader(context: AppContext, workspaceId: string): ExtractSources['readPage'] {
  const { fetchPage, store, clock, failedPages } = context
  if (!fetchPage) return undefined
  const fetch = guarded(fetchPage)
  const cache = {
    get: async (url: string) => (await store.webPages.get(workspaceId, url)) as CachedPage | undefined,
    put: (page: CachedPage) => store.commit([store.webPages.put(workspaceId, page.url, page)]),
  }
  return async (url) => {
    const failed = failedPages.errorOf(url, clock.now())
    if (failed) throw failed
    try {
      const { artifact, warnings } = await readWebArtifact(url, {
        fetch,
        cache,
        now: clock.now,
        maximumAge: MAXIMUM_AGE,
        signal: context.closing,
      })
      failedPages.delete(url)
      return { artifact, warnings }
    } catch (error) {
      if (error instanceof WorkspaceError) failedPages.put(url, { until: clock.now() + RETRY_AFTER, error })
      throw error
    }
  }
}

function guarded(fetchPage: PageFetch): WebFetch {
  return async (url, request) => {
    try {
      return await fetchPage(url, request)
    } catch (error) {
      if (!(error instanceof NetError)) throw error
      throw new WorkspaceError('page-unreachable', url, error.message, { cause: error })
    }
  }
}
