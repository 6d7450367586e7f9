import { WorkspaceError } from '../workspace-error.ts'
import { bodyForm } from './body-form.ts'
import { decodeBody } from './decode-body.ts'
import { type PageLimits, type RenderedPage, renderPage } from './render-page.ts'
import { textToMarkdown } from './text-to-markdown.ts'
import { webAddress } from './web-address.ts'
import { type CachedPage, cachedPage } from './web-cache.ts'
import type { WebDependencies, WebReading, WebResponse } from './web-dependencies.ts'
import { checkStatus, WebStatusError } from './web-status-error.ts'

/** What an address gave: a text, or a document for another reader, which hands what it read to `keep`. */
export type WebPage = ({ readonly kind: 'page' } & WebReading) | WebPdf

export interface WebPdf {
  readonly kind: 'pdf'
  /** Where the redirects ended. */
  readonly url: string
  readonly bytes: Uint8Array
  /** Puts the text into the cache, as if it had been a page. */
  readonly keep: (read: RenderedPage) => Promise<CachedPage>
}

const ACCEPT =
  'text/html,application/xhtml+xml,text/markdown,text/plain;q=0.9,application/json;q=0.8,application/pdf;q=0.8,*/*;q=0.1'
const LONGEST_TEXT = 4_000_000

/**
 * An address as readable Markdown. A copy younger than `maximumAge` is taken without a request, an older one
 * is confirmed by its server where that can be done, and stands in, with a warning, where none can be reached.
 */
export async function readWebPage(
  url: string,
  dependencies: WebDependencies,
  limits?: Partial<PageLimits>,
): Promise<WebPage> {
  const address = webAddress(url)
  const kept = await dependencies.cache.get(address)
  if (kept && isFresh(kept, dependencies)) return keptPage(kept)
  let response: WebResponse
  try {
    response = checkStatus(await ask(address, kept, dependencies))
  } catch (error) {
    dependencies.signal?.throwIfAborted()
    if (kept && !(error instanceof WebStatusError && error.isGone))
      return keptPage(kept, staleWarning(kept, error))
    const message = `${address} could not be read: ${inWords(error)}`
    throw new WorkspaceError('page-unreachable', address, message, { cause: error })
  }
  if (response.status !== 304 || !kept) return readResponse(address, response, { ...dependencies, limits })
  const confirmed = { ...kept, fetchedAt: dependencies.now() }
  await dependencies.cache.put(confirmed)
  return keptPage(confirmed)
}

/** Whether a copy may be taken without asking. */
export function isFresh({ fetchedAt }: CachedPage, { now, maximumAge }: WebDependencies): boolean {
  const age = now() - fetchedAt
  // A copy from the future means that the clock was set back: it says nothing about age.
  return age >= 0 && age < maximumAge
}

function keptPage(page: CachedPage, ...more: readonly string[]): WebPage {
  return { kind: 'page', page, fromCache: true, warnings: [...page.warnings, ...more] }
}

function ask(
  url: string,
  kept: CachedPage | undefined,
  { fetch, signal }: WebDependencies,
): Promise<WebResponse> {
  const headers = {
    ...(kept?.etag === undefined ? {} : { 'if-none-match': kept.etag }),
    ...(kept?.lastModified === undefined ? {} : { 'if-modified-since': kept.lastModified }),
  }
  return fetch(url, { accept: ACCEPT, headers, ...(signal ? { signal } : {}) })
}

/** For a copy that stands in for a page that could not be read. */
export function staleWarning({ fetchedAt }: CachedPage, error: unknown): string {
  const day = new Date(fetchedAt).toISOString().slice(0, 10)
  return `This is the copy of ${day}; the page could not be read again: ${inWords(error)}`
}

function inWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

interface ReadOptions extends WebDependencies {
  readonly limits: Partial<PageLimits> | undefined
}

async function readResponse(url: string, response: WebResponse, options: ReadOptions): Promise<WebPage> {
  const contentType = response.headers.get('content-type')
  const form = bodyForm(contentType, response.body)
  const keep = (read: RenderedPage): Promise<CachedPage> => keepPage(url, response, read, options)
  if (form.kind === 'unsupported')
    throw new WorkspaceError('page-unsupported', url, `${url} cannot be read. ${form.reason}`)
  if (form.kind === 'pdf') return { kind: 'pdf', url: response.url, bytes: response.body, keep }
  const text = decodeBody(response.body, contentType)
  const read =
    form.kind === 'html'
      ? await renderPage({ html: text, url: response.url, limits: options.limits, signal: options.signal })
      : textToMarkdown(form.kind, text)
  if (read.markdown.trim() === '')
    throw new WorkspaceError(
      'page-unreadable',
      url,
      `${url} holds no text that can be read without a browser.`,
    )
  const page = await keep(read)
  return { kind: 'page', page, fromCache: false, warnings: page.warnings }
}

async function keepPage(
  url: string,
  { headers, url: finalUrl }: WebResponse,
  { warning, markdown, ...read }: RenderedPage,
  { now, cache }: WebDependencies,
): Promise<CachedPage> {
  const isCut = markdown.length > LONGEST_TEXT
  const page = cachedPage({
    ...read,
    url,
    finalUrl,
    markdown: isCut ? markdown.slice(0, LONGEST_TEXT).toWellFormed() : markdown,
    warnings: [
      ...(warning === undefined ? [] : [warning]),
      ...(isCut ? [`Cut after ${LONGEST_TEXT} of ${markdown.length} characters.`] : []),
    ],
    fetchedAt: now(),
    etag: returnable(headers.get('etag')),
    lastModified: returnable(headers.get('last-modified')),
  })
  await cache.put(page)
  return page
}

/** A value that can be sent back as a header; another would make every later visit fail. */
function returnable(value: string | null): string | undefined {
  return value !== null && /^[ -~]{1,500}$/.test(value) ? value : undefined
}
