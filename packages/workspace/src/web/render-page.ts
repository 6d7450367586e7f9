import { runInWorker, type WorkerLimits, type WorkerOutcome } from '../worker/run-in-worker.ts'
import type { PlainPage } from './html-to-text.ts'
import type { PageAnswer, PageJob } from './page-protocol.ts'

export interface PageLimits extends WorkerLimits {
  /** UTF-16 code units of HTML; more is read as plain text. */
  readonly characters: number
  /** Elements inside each other; deeper is read as plain text. */
  readonly nesting: number
}

export const PAGE_LIMITS: PageLimits = {
  characters: 4_000_000,
  nesting: 400,
  milliseconds: 15_000,
  heapMegabytes: 512,
  bufferMegabytes: 256,
}

const LONGEST_FIELD = 500

export interface RenderPageOptions {
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
