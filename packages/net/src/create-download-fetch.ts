import { createProviderFetch, type ProviderFetchOptions } from './create-provider-fetch.ts'
import { NetError } from './net-error.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const MOST_REDIRECTS = 5

export interface DownloadRequest {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface DownloadResponse {
  /** The last hop. Its body is a stream of bytes as they are in the file. */
  readonly response: Response
  /** What each hop said, the last one included: the first may know more of the file than the host that has it. */
  readonly hops: readonly Headers[]
}

export type DownloadFetch = (url: string, request?: DownloadRequest) => Promise<DownloadResponse>

/**
 * Fetches large files as streams, without a limit on size or time. Each hop is resolved, checked and pinned; only the
 * addresses that the user named may be on this machine or its network, also when a redirect leads there.
 */
export function createDownloadFetch(options: ProviderFetchOptions): DownloadFetch {
  const fetch = createProviderFetch(options)
  return async (url, { headers = {}, signal } = {}) => {
    const hops: Headers[] = []
    for (let target = url; ; ) {
      const response = await fetch(target, {
        // A compressed body has other bytes than the file, so ranges and sizes would not fit it.
        headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'Varve/0.1 (models)' },
        ...(signal ? { signal } : {}),
      })
      hops.push(response.headers)
      const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
      if (location === null) return { response, hops }
      await response.body?.cancel()
      target = nextAddress(target, location, hops.length)
    }
  }
}

function nextAddress(from: string, location: string, hops: number): string {
  const { host, protocol } = new URL(from)
  const next = URL.parse(location, from)
  if (next === null)
    throw new NetError('redirect-refused', `${host} redirects to something that is no address.`)
  if (protocol === 'https:' && next.protocol === 'http:')
    throw new NetError('redirect-refused', `${host} redirects from https to http (${next.host}).`)
  if (hops > MOST_REDIRECTS)
    throw new NetError('too-many-redirects', `${host} redirects again after ${MOST_REDIRECTS} redirects.`)
  return next.href
}
