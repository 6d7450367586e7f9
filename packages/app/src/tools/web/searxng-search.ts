import type { WebSearchTrialView } from '@varve/contract'
import { createProviderFetch, NetError } from '@varve/net'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import type { WebResult, WebSearch } from './web-search.ts'

/** Names the address of a search engine that answers as SearXNG does. */
const WEB_SEARCH_VARIABLE = 'VARVE_WEB_SEARCH_URL'

const MOST_BYTES = 4 * 1024 * 1024

const MILLISECONDS = 20_000

const RESULT = z.object({ title: z.string(), url: z.url(), content: z.string().nullish() })

const ANSWER = z.object({ results: z.array(z.unknown()) })

/** The web search named in the environment; a wrong address is reported and disables it. */
export function webSearchFrom(
  environment: Readonly<Record<string, string | undefined>>,
  report: (message: string) => void,
): WebSearch | undefined {
  const address = environment[WEB_SEARCH_VARIABLE]?.trim() ?? ''
  if (address === '') return undefined
  const url = searchUrl(address)
  if (url) return searxngSearch(url)
  report(`${WEB_SEARCH_VARIABLE} is not an address such as http://127.0.0.1:8888; the web is not searched.`)
  return undefined
}

/** The search at an address, as the settings name it; undefined where none is named, or none that can be. */
export function webSearchAt(address: string | undefined): WebSearch | undefined {
  const url = address === undefined ? undefined : searchUrl(address)
  return url && searxngSearch(url)
}

/** Searches once with an address, to see whether it works. Nothing is kept. */
export async function tryWebSearch(
  _context: unknown,
  { address }: { readonly address: string },
): Promise<WebSearchTrialView> {
  const url = requireSearchAddress(address)
  const signal = AbortSignal.timeout(TRIAL_MILLISECONDS)
  const results = await searxngSearch(url).search('Varve', { limit: 10, signal })
  const [first] = results
  return { host: url.host, results: results.length, ...(first ? { first: first.title } : {}) }
}

const TRIAL_MILLISECONDS = 10_000

export function requireSearchAddress(address: string): URL {
  const url = searchUrl(address)
  if (url) return url
  throw new AppError('message-invalid', `"${address}" is not an address such as http://127.0.0.1:8888.`)
}

function searchUrl(address: string): URL | undefined {
  const url = URL.parse(address.trim())
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined
}

/**
 * Searches with a SearXNG, or with what answers as it does. The user named this address, so it alone may be on this
 * machine or its network; what it redirects to is not followed.
 */
export function searxngSearch(address: URL): WebSearch {
  const fetch = createProviderFetch({ named: [address.href] })
  return {
    name: address.host,
    search: async (query, { limit, signal }) => {
      const url = searchAddress(address, query)
      const ended = AbortSignal.any([signal, AbortSignal.timeout(MILLISECONDS)])
      try {
        const response = await fetch(url, { headers: { accept: 'application/json' }, signal: ended })
        if (!response.ok) throw failed(address, whyRefused(response.status))
        return parseResults(address, await readText(address, response)).slice(0, limit)
      } catch (error) {
        if (signal.aborted || error instanceof AppError) throw error
        throw failed(address, wordsFor(error), error)
      }
    },
  }
}

function searchAddress(address: URL, query: string): string {
  const url = new URL(address)
  if (!url.pathname.endsWith('/search')) url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/search`
  url.searchParams.set('q', query)
  url.searchParams.set('format', 'json')
  url.hash = ''
  return url.href
}

/** What comes is by others: it is cut off where it is too long, and what is no result is left out. */
async function readText(address: URL, { body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > MOST_BYTES) throw failed(address, `its answer is longer than ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}

function parseResults(address: URL, text: string): readonly WebResult[] {
  const answer = ANSWER.safeParse(asJson(text))
  if (!answer.success) throw failed(address, 'its answer is not a list of results in JSON')
  return answer.data.results.flatMap((one) => {
    const { data } = RESULT.safeParse(one)
    if (!data || !/^https?:/i.test(data.url)) return []
    return [{ title: data.title, url: data.url, snippet: data.content ?? '' }]
  })
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function whyRefused(status: number): string {
  if (status === 403) return 'it answers 403: JSON must be among the formats in its settings'
  if (status >= 300 && status < 400) return `it answers ${status}, and redirects are not followed`
  return `it answers ${status}`
}

function wordsFor(error: unknown): string {
  if (error instanceof NetError) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return 'it took too long'
  return 'it cannot be reached'
}

function failed({ host }: URL, why: string, cause?: unknown): AppError {
  return new AppError('page-unreadable', `The search at ${host} failed: ${why.replace(/\.$/, '')}.`, {
    cause,
  })
}
