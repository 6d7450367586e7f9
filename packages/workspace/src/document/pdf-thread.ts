import { getResolvedPDFJS } from 'unpdf'
import { serveJob } from '../worker/serve-job.ts'
import type { PdfAnswer, PdfJob, PdfText } from './pdf-protocol.ts'

type PdfJs = Awaited<ReturnType<typeof getResolvedPDFJS>>
type PdfDocument = Awaited<ReturnType<PdfJs['getDocument']>['promise']>

const MAXIMUM_TITLE = 300
const WARNINGS_OF_THE_READER = 1
const MISSING_MAP =
  'Some text is in an East Asian encoding whose character map is missing; it may be missing.'

await serveJob(async (job: PdfJob): Promise<PdfAnswer> => {
  closeTheDoors()
  const noted = collectNotes()
  const { getDocument } = await getResolvedPDFJS()
  try {
    const document = await getDocument({
      data: job.bytes,
      useWasm: false,
      useSystemFonts: false,
      useWorkerFetch: false,
      disableFontFace: true,
      isOffscreenCanvasSupported: false,
      enableXfa: false,
      stopAtErrors: false,
      verbosity: WARNINGS_OF_THE_READER,
    }).promise
    const text = await readPages(document, job)
    return { kind: 'read', text: { ...text, warnings: [...text.warnings, ...noted] } }
  } catch (error) {
    return refusal(error)
  }
})

/** A PDF is read from its bytes alone: whatever it names, nothing here can go and get it. */
function closeTheDoors(): void {
  const refuse = (): never => {
    throw new Error('A document may not fetch anything.')
  }
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
    Object.defineProperty(globalThis, name, { value: refuse, configurable: false, writable: false })
}

/** The reader tells of trouble on the console only. */
function collectNotes(): ReadonlySet<string> {
  const notes = new Set<string>()
  const listen = (...parts: readonly unknown[]): void => {
    if (parts.some((part) => typeof part === 'string' && part.includes('cMapUrl'))) notes.add(MISSING_MAP)
  }
  console.log = listen
  console.warn = listen
  return notes
}

async function readPages(document: PdfDocument, job: PdfJob): Promise<PdfText> {
  const pageCount = document.numPages
  const [from, wanted] = job.pages ?? [1, pageCount]
  const to = Math.min(wanted, pageCount, from + job.limits.pages - 1)
  const pages: string[] = []
  const warnings: string[] = []
  let left = job.limits.characters
  for (let number = from; number <= to && left > 0; number += 1) {
    const text = await pageText(document, number, warnings)
    pages.push(text.slice(0, left))
    left -= text.length
  }
  const last = from + pages.length - 1
  if (left < 0)
    warnings.push(`The text is cut within page ${last}, after ${job.limits.characters} characters.`)
  if (last < Math.min(wanted, pageCount))
    warnings.push(`Pages ${last + 1} to ${Math.min(wanted, pageCount)} of ${pageCount} were left out.`)
  const title = await documentTitle(document)
  return { pages, firstPage: from, pageCount, warnings, ...(title === undefined ? {} : { title }) }
}

/** One page that cannot be read takes none of the others with it. */
async function pageText(document: PdfDocument, number: number, warnings: string[]): Promise<string> {
  try {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    return text.replaceAll('\0', '').toWellFormed()
  } catch (error) {
    warnings.push(`Page ${number} could not be read: ${messageOf(error)}`)
    return ''
  }
}

async function documentTitle(document: PdfDocument): Promise<string | undefined> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title : ''
  const line = title
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAXIMUM_TITLE)
  return line === '' ? undefined : line.toWellFormed()
}

function refusal(error: unknown): PdfAnswer {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException')
    return { kind: 'refused', code: 'document-password', message: 'The PDF opens only with a password.' }
  return {
    kind: 'refused',
    code: 'document-broken',
    message: `The PDF cannot be read: ${messageOf(error)}`,
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
