import type { CachedPage, WebCache } from '../web-dependencies.ts'

/** Pages for as long as the process lives. */
export function memoryWebCache(): WebCache {
  const pages = new Map<string, CachedPage>()
  return {
    get: (url) => Promise.resolve(pages.get(url)),
    put: (page) => {
      pages.set(page.url, page)
      return Promise.resolve()
    },
  }
}
