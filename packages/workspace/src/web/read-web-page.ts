import { WorkspaceError } from '../workspace-error.ts'
import {
  webAddress,
  type WebDependencies,
  type WebReading,
  type WebResponse,
  type CachedPage,
  cachedPage,
  checkStatus,
  WebStatusError,
} from './web-dependencies.ts'
import { runInWorker, type WorkerLimits, type WorkerOutcome } from '../worker/run-in-worker.ts'
import type { PlainPage } from './html-to-text.ts'
import type { PageAnswer, PageJob } from './page-protocol.ts'

export const PAGE_LIMITS: PageLimits = {
  characters: 4_000_000,
  nesting: 400,
  milliseconds: 15_000,
  heapMegabytes: 512,
  bufferMegabytes: 256,
}

const LONGEST_FIELD = 500

/** A map, for the type is whatever a server says, `constructor` included. */
const FORMS: ReadonlyMap<string, 'html' | 'markdown' | 'json' | 'text' | 'pdf'> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/plain', 'text'],
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['application/json', 'json'],
  ['application/ld+json', 'json'],
  ['text/json', 'json'],
  ['application/pdf', 'pdf'],
  ['application/x-pdf', 'pdf'],
])

/** Says nothing of what the body is, so its first bytes have to. */
const VAGUE: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'unknown/unknown',
])

const HEAD = 1024

const READABLE = 'pages, text, Markdown, JSON and PDF can be read.'

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
 * is confirmed by its server where that can be done, and is in, with a warning, where none can be reached.
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

/** For a cached copy used because the page couldn't be read. */
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

/** A text that is no page of HTML, as Markdown: exact, with a title where it says one. */
function textToMarkdown(kind: 'markdown' | 'json' | 'text', text: string): RenderedPage {
  switch (kind) {
    case 'markdown': {
      const title = /^ {0,3}# {1,9}(\S.{0,200})/m.exec(text.slice(0, 20_000))?.[1]?.trim()
      return { markdown: text, images: [], ...(title === undefined ? {} : { title }) }
    }
    case 'json':
      return { markdown: fenced(text.trim(), 'json'), images: [] }
    case 'text':
      return { markdown: text, images: [] }
    default:
      return kind satisfies never
  }
}

/** A fence longer than any inside, so that the text cannot end it. */
function fenced(text: string, language: string): string {
  if (text === '') return ''
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** In what way a body can be read, or in words why it cannot. */
type BodyForm =
  | { readonly kind: 'html' | 'markdown' | 'json' | 'text' | 'pdf' }
  | { readonly kind: 'unsupported'; readonly reason: string }

/** By the declared type; by the first bytes only where none is declared. */
function bodyForm(contentType: string | null, bytes: Uint8Array): BodyForm {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (VAGUE.has(type)) return sniffed(bytes)
  const kind = FORMS.get(type) ?? (/^application\/[\w.-]+\+json$/.test(type) ? 'json' : undefined)
  if (kind === undefined)
    return { kind: 'unsupported', reason: `It is of the type "${type.slice(0, 80)}"; ${READABLE}` }
  if ((kind === 'text' || kind === 'markdown') && bytes.subarray(0, HEAD).includes(0) && !hasMark(bytes))
    return { kind: 'unsupported', reason: `It calls itself text and is not; ${READABLE}` }
  return { kind }
}

function sniffed(bytes: Uint8Array): BodyForm {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD))
  if (head.startsWith('%PDF-')) return { kind: 'pdf' }
  if (/^(?:\xef\xbb\xbf)?\s{0,500}<(?:!doctype\s{1,20}html|html|head|body)\b/i.test(head))
    return { kind: 'html' }
  if (bytes.subarray(0, HEAD).every(isTextByte)) return { kind: 'text' }
  return {
    kind: 'unsupported',
    reason: `Its server does not say what it is, and it is not text; ${READABLE}`,
  }
}

/** Blanks and ends of lines, and everything from the first printable character on. */
function isTextByte(byte: number): boolean {
  return byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d)
}

/** UTF-16 is full of zero bytes, and says so at its beginning. */
function hasMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

export interface PageLimits extends WorkerLimits {
  /** UTF-16 code units of HTML; more is read as plain text. */
  readonly characters: number
  /** Elements inside each other; deeper is read as plain text. */
  readonly nesting: number
}

interface RenderPageOptions {
  readonly html: string
  /** Of the page, for its relative links. */
  readonly url: string
  readonly limits?: Partial<PageLimits> | undefined
  readonly signal?: AbortSignal | undefined
}

export interface RenderedPage {
  readonly title?: string
  readonly byline?: string
  readonly published?: string
  readonly markdown: string
  readonly images: readonly string[]
  readonly warning?: string
}

/**
 * A page as a reader would have it: its article as Markdown, without menus and script, made in a thread that
 * is ended when it takes too much. Where that fails, all the text of the page, and a warning that says so.
 */
export async function renderPage({
  html,
  url,
  signal,
  ...options
}: RenderPageOptions): Promise<RenderedPage> {
  const limits = { ...PAGE_LIMITS, ...options.limits }
  const job: PlainJob = { html, signal }
  if (html.length > limits.characters) return plainPage(job, `it has ${html.length} characters`)
  const outcome = await runInWorker<PageJob, PageAnswer>({
    entry: new URL('./page-thread.ts', import.meta.url),
    input: { html, url, nesting: limits.nesting },
    limits,
    signal,
  })
  if (outcome.kind !== 'done' || outcome.value.kind === 'too-deep' || outcome.value.markdown === '')
    return plainPage(job, failure(outcome, limits))
  const { title, byline, published, markdown, images } = outcome.value
  return {
    markdown,
    images,
    ...(title === '' ? {} : { title: title.slice(0, LONGEST_FIELD) }),
    ...(byline === '' ? {} : { byline: byline.slice(0, LONGEST_FIELD) }),
    ...(published === '' ? {} : { published: published.slice(0, LONGEST_FIELD) }),
  }
}

interface PlainJob {
  readonly html: string
  readonly signal: AbortSignal | undefined
}

/** Its work grows with the length only, so it may take what an article of the largest size may. */
async function plainPage({ html, signal }: PlainJob, reason: string): Promise<RenderedPage> {
  const outcome = await runInWorker<{ readonly html: string }, PlainPage>({
    entry: new URL('./plain-thread.ts', import.meta.url),
    input: { html },
    limits: PAGE_LIMITS,
    signal,
  })
  const warning = `Read as plain text, menus included: ${reason}.`
  if (outcome.kind !== 'done') return { markdown: '', images: [], warning }
  const { title, text } = outcome.value
  return {
    markdown: text,
    images: [],
    warning,
    ...(title === undefined ? {} : { title: title.slice(0, LONGEST_FIELD) }),
  }
}

function failure(outcome: WorkerOutcome<PageAnswer>, { nesting }: PageLimits): string {
  switch (outcome.kind) {
    case 'done':
      return outcome.value.kind === 'too-deep'
        ? `its elements are more than ${nesting} deep in each other`
        : 'no article was found in it'
    case 'timeout':
      return `finding the article took more than ${outcome.milliseconds} ms`
    case 'memory':
      return `finding the article took more than ${outcome.megabytes} MB`
    case 'failed':
    case 'lost':
      return 'its markup cannot be understood'
    default:
      return outcome satisfies never
  }
}

const META_BYTES = 4096
const MARKS: readonly (readonly [bytes: readonly number[], charset: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/**
 * Decodes a body as browsers do: a byte order mark, then the header, then the charset declared in the first
 * bytes. Without any of them: UTF-8 if valid, else Windows-1252.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  const charset = markedCharset(bytes) ?? headerCharset(contentType) ?? declaredCharset(bytes)
  const decoder = charset === undefined ? undefined : knownDecoder(charset)
  if (decoder !== undefined) return decoder.decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function markedCharset(bytes: Uint8Array): string | undefined {
  return MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1]
}

function headerCharset(contentType: string | null): string | undefined {
  return /;\s{0,20}charset\s{0,20}=\s{0,20}["']?([\w:.-]{1,40})/i.exec(
    (contentType ?? '').slice(0, 1_000),
  )?.[1]
}

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, META_BYTES))
  const declared =
    /<meta\b[^>]{0,300}?\bcharset\s{0,20}=\s{0,20}["']?\s{0,20}([\w:.-]{1,40})/i.exec(head)?.[1] ??
    /^\s{0,100}<\?xml\b[^>]{0,100}?\bencoding\s{0,20}=\s{0,20}["']([\w:.-]{1,40})/i.exec(head)?.[1]
  // A document readable up to here isn't UTF-16, whatever it declares.
  return declared === undefined || /^utf-?16/i.test(declared) ? undefined : declared
}

function knownDecoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
