import { join } from 'node:path'
import { createGuardedFetch, createProviderFetch, NetError } from '@varve/net'
import type { MasterKeyPlace } from '@varve/store'
import { makePrivateFolder } from '@varve/workspace'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { AppError, toAppError } from '../app-error.ts'
import { type App, createApp } from '../create-app.ts'
import { ensureDemoWorkspace } from '../files/ensure-demo-workspace.ts'
import { createShippedAreas } from '../areas/workspace-areas.ts'
import { masterKeySealer } from '../guard/sealer.ts'
import { KeySafe } from '../models/key-safe.ts'
import { loadProviders, type ProviderSurroundings } from '../models/load-providers.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import type { Observer } from '../telemetry/app-event.ts'
import { openDatabase } from './open-database.ts'
import { openDatabaseFiles } from '../files/open-database-files.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'
import type { RequestChecking } from '../turn/request-check.ts'
import type { WebResult, WebSearch } from '../tools/web/web-search.ts'

/** Names the address of a search engine that answers as SearXNG does. */
const WEB_SEARCH_VARIABLE = 'VARVE_WEB_SEARCH_URL'

const MOST_BYTES = 4 * 1024 * 1024

const MILLISECONDS = 20_000

const RESULT = z.object({ title: z.string(), url: z.url(), content: z.string().nullish() })

const ANSWER = z.object({ results: z.array(z.unknown()) })

export interface OpenAppOptions {
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly dataFolder: string
  readonly demo: { readonly vault: string; readonly name: string }
  readonly clock: Clock
  readonly newId: () => string
  readonly report: (message: string) => void
  /** Where a choice of folders begins. */
  readonly home?: string | undefined
  /** Without it there is only the model inside this program. */
  readonly providers?: ProviderSurroundings | undefined
  /** What opens the keys that are kept; without it they live in memory only. */
  readonly masterKey?: MasterKeyPlace | undefined
  /** The requests of each message are checked against the engine's rules; what breaks one is told with it, or fails. */
  readonly checkRequests?: RequestChecking | undefined
  /** Whether changes on disk are followed while it is open; they are where it is left out. */
  readonly watch?: boolean | undefined
  /** Is told what happens, in numbers and ids. */
  readonly observe?: Observer | undefined
}

/** Milliseconds. */
const WARM_UP = 3000
const SWEEP_DELAY = 60_000

/** Read and compiled once, however many apps a process opens. */
const SHIPPED_AREAS = createShippedAreas()

export interface OpenedApp {
  readonly app: App
  /** The workspace that the page shows first. */
  readonly workspaceId: string
}

/** Opens the data folder and puts the parts together, as the command line and the tests of the whole do. */
export async function openApp(options: OpenAppOptions): Promise<OpenedApp> {
  const { database, dataFolder, demo, clock, newId, report, masterKey, watch = true } = options
  try {
    const store = await openDatabase(database, clock.now())
    try {
      makePrivateFolder(dataFolder)
      const workspaceId = await ensureDemoWorkspace(store, clock.now(), { ...demo, dataFolder })
      const providers = options.providers && (await loadProviders(options.providers, report))
      const keySafe = masterKey && (await KeySafe.open({ store, workspaceId, masterKey, clock, report }))
      const models = [offlineChatModel()]
      // Before the first message needs them, and after the page has come up.
      setTimeout(() => void SHIPPED_AREAS().catch((error: unknown) => report(String(error))), WARM_UP).unref()
      const app = createApp({
        shippedAreas: SHIPPED_AREAS,
        clock,
        newId,
        store,
        models,
        providers,
        keySafe,
        sealer: masterKey && masterKeySealer(masterKey, store),
        report,
        observe: options.observe,
        checkRequests: options.checkRequests,
        home: options.home,
        auditFolder: join(dataFolder, 'audit'),
        fetchPage: createGuardedFetch(),
        webSearch: webSearchFrom(options.providers?.environment ?? {}, report),
        openFolder: ({ root }) => openFolderFiles({ root, dataFolder, clock, newId, watch }),
        openInDatabase: (id) => openDatabaseFiles({ store, workspaceId: id, dataFolder, clock, newId }),
      })
      setTimeout(
        () => void app.resumeSweeps().catch((error: unknown) => report(String(error))),
        SWEEP_DELAY,
      ).unref()
      return { app, workspaceId }
    } catch (error) {
      await store.close()
      throw error
    }
  } catch (error) {
    throw toAppError(error)
  }
}

/** The search that the user has named in the environment; a wrong address is told, and then there is none. */
export function webSearchFrom(
  environment: Readonly<Record<string, string | undefined>>,
  report: (message: string) => void,
): WebSearch | undefined {
  const address = environment[WEB_SEARCH_VARIABLE]?.trim() ?? ''
  if (address === '') return undefined
  const url = URL.parse(address)
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return searxngSearch(url)
  report(`${WEB_SEARCH_VARIABLE} is not an address such as http://127.0.0.1:8888; the web is not searched.`)
  return undefined
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
