import type { LineRange } from '../note/parsed-note.ts'
import { runInWorker } from '../worker/run-in-worker.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { documentOutcome, requireContent } from './document-outcome.ts'
import type { PdfAnswer, PdfJob, PdfLimits, PdfText } from './pdf-protocol.ts'

const PDF_LIMITS: PdfLimits = {
  bytes: 200 * 1024 * 1024,
  pages: 2_000,
  characters: 8_000_000,
  milliseconds: 30_000,
  heapMegabytes: 512,
  bufferMegabytes: 768,
}

export interface ReadPdfOptions {
  /** For messages only. */
  readonly path: string
  /** First and last page, counted from 1; all where absent. */
  readonly pages?: LineRange | undefined
  readonly limits?: Partial<PdfLimits> | undefined
  readonly signal?: AbortSignal | undefined
}

/** The text of a PDF by page, read in a thread that is ended when it takes too much. */
export async function readPdf(bytes: Uint8Array, options: ReadPdfOptions): Promise<PdfText> {
  const { path, pages, signal } = options
  const limits = { ...PDF_LIMITS, ...options.limits }
  checkRequest(bytes, options, limits)
  const outcome = await runInWorker<PdfJob, PdfAnswer>({
    entry: new URL('./pdf-thread.ts', import.meta.url),
    input: { bytes, limits, ...(pages ? { pages } : {}) },
    limits,
    signal,
  })
  const answer = documentOutcome(path, outcome)
  if (answer.kind === 'refused') throw new WorkspaceError(answer.code, path, `${path}: ${answer.message}`)
  if (pages && pages[0] > answer.text.pageCount)
    throw new WorkspaceError(
      'not-found',
      path,
      `${path} has ${answer.text.pageCount} pages, no page ${pages[0]}.`,
    )
  return answer.text
}

function checkRequest(bytes: Uint8Array, { path, pages }: ReadPdfOptions, limits: PdfLimits): void {
  requireContent(path, bytes)
  if (bytes.length > limits.bytes)
    throw new WorkspaceError(
      'document-too-large',
      path,
      `${path} has ${bytes.length} bytes; a PDF may have ${limits.bytes}.`,
    )
  if (!beginsLikePdf(bytes)) throw new WorkspaceError('document-broken', path, `${path} is not a PDF.`)
  if (pages && !(Number.isSafeInteger(pages[0]) && pages[0] >= 1 && pages[1] >= pages[0]))
    throw new WorkspaceError('not-found', path, `${path}: ${pages[0]}-${pages[1]} is not a range of pages.`)
}

/** Readers allow a little of anything before the mark. */
function beginsLikePdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-')
}
