import type { Range } from '@varve/engine'
import { pdfArtifact, pdfWarnings } from '../document/pdf-artifact.ts'
import { readPdf } from '../document/read-pdf.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import { checkRoom } from './check-room.ts'
import type { Brought, Extracting, Standing } from './extract-sources.ts'
import { distanceOf } from './extraction.ts'

interface PdfRequest {
  readonly file: StoredFile
  /** All where absent. */
  readonly pages: Range | undefined
  readonly standing: Standing
}

/** A PDF by page; what could not be read of it is said in its text and in a warning. */
export async function extractPdf(
  { into, sources }: Extracting,
  { file, pages, standing }: PdfRequest,
): Promise<Brought> {
  const { path, bytes, contentHash } = file
  const form = `pdf ${path} ${pages?.join('-') ?? 'all'}`
  const text = await sources.memo.recall(contentHash, form, () => readPdf(bytes, { path, pages }))
  const artifact = pdfArtifact({ path, bytes, text, pages })
  checkRoom(path, artifact.content.length, standing)
  const { role, priority } = standing
  const marked = { ...artifact, ...(role ? { role } : {}), ...(priority ? { priority } : {}) }
  into.add(marked, distanceOf(standing))
  const [, last = 0] = pages ?? []
  if (last > text.pageCount) {
    const beyond = last === text.pageCount + 1 ? `${last} is` : `${text.pageCount + 1} to ${last} are`
    into.warn('missing', path, `${path} has ${text.pageCount} pages; ${beyond} not there.`)
  }
  for (const warning of pdfWarnings(text)) into.warn('left-out', path, `${path}: ${warning}`)
  return { characters: artifact.content.length }
}
