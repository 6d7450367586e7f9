import { type Artifact, createArtifact } from '@varve/engine'
import { hashBytes } from '@varve/engine/internal'
import type { LineRange } from '../note/parsed-note.ts'
import type { PdfText } from './pdf-protocol.ts'

interface PdfArtifactInput {
  readonly path: string
  /** Of the whole file: the hash names the file, whatever pages are asked for. */
  readonly bytes: Uint8Array
  readonly text: PdfText
  /** As asked for, where not the whole file was. */
  readonly pages?: LineRange | undefined
}

/** A PDF, or some pages of it, as an artifact: each page under a line `[page N]`. */
export function pdfArtifact({ path, bytes, text, pages }: PdfArtifactInput): Artifact {
  return createArtifact({
    kind: 'pdf',
    source: { path, ...(pages ? { pages } : {}) },
    content: renderPdfText(text),
    contentHash: hashBytes(bytes),
    metadata: {
      pageCount: text.pageCount,
      pages: text.pages.length === 0 ? [] : [text.firstPage, text.firstPage + text.pages.length - 1],
      ...(text.title === undefined ? {} : { title: text.title }),
      ...(text.warnings.length === 0 ? {} : { warnings: text.warnings }),
    },
  })
}

function renderPdfText(text: PdfText): string {
  const warnings = text.warnings.map((warning) => `[${warning}]`)
  if (text.pages.every((page) => page.trim() === '')) return [...warnings, `[${noText(text)}]`].join('\n')
  const pages = text.pages.map((page, index) => {
    const body = page.trim() === '' ? '[no text on this page]' : page.trimEnd()
    return `[page ${text.firstPage + index}]\n${body}`
  })
  return [...pages, ...warnings].join('\n\n')
}

/** What the user is to know of it, as the model does: what was left out, and pages that are only pictures. */
export function pdfWarnings(text: PdfText): readonly string[] {
  const { pages, warnings } = text
  const empty = pages.filter((page) => page.trim() === '').length
  if (empty === 0) return warnings
  if (empty === pages.length) return [...warnings, noText(text)]
  const some = `${empty} of its ${pages.length} pages have no text. They may be scanned: Varve does not read text from pictures.`
  return [...warnings, some]
}

function noText({ pages, firstPage, pageCount }: PdfText): string {
  const which =
    pages.length === pageCount
      ? `${pageCount} pages`
      : `pages ${firstPage} to ${firstPage + pages.length - 1}`
  return `This PDF has no text on its ${which}. It was probably scanned: its pages are pictures, and Varve does not read text from pictures.`
}
