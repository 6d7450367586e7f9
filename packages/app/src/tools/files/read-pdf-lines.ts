import { readPdf, type StoredFile } from '@varve/workspace'

/** The text of a PDF as lines, each page under a line that names it. */
export async function readPdfLines({ path, bytes }: StoredFile, signal: AbortSignal): Promise<string> {
  const { pages, firstPage, warnings } = await readPdf(bytes, { path, signal })
  const texts = pages.map((text, index) => `[page ${firstPage + index}]\n${text}`)
  return [...warnings.map((warning) => `[${warning}]`), ...texts].join('\n')
}
