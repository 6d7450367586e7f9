import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs'

/** The bytes of a PDF, or a page of it to be drawn so many pixels wide. */
export type PdfRequest =
  | { readonly kind: 'open'; readonly bytes: ArrayBuffer }
  | { readonly kind: 'draw'; readonly page: number; readonly width: number }

export type PdfResponse =
  /** How high each page is for its width. */
  | { readonly kind: 'opened'; readonly ratios: readonly number[] }
  | { readonly kind: 'drawn'; readonly page: number; readonly bitmap: ImageBitmap }
  | { readonly kind: 'failed'; readonly page: number | undefined }

/** Beyond this, a page without a size of its own is taken for the first one. */
const MEASURED = 200

let document: Promise<PDFDocumentProxy> | undefined

// One after the other: two pages at once would need twice the memory.
let queue: Promise<void> = Promise.resolve()
addEventListener('message', ({ data }: MessageEvent<PdfRequest>) => {
  queue = queue
    .then(() => (data.kind === 'open' ? open(data.bytes) : draw(data.page, data.width)))
    .catch((error: unknown) => {
      console.info('A PDF could not be drawn.', error)
      answer({ kind: 'failed', page: data.kind === 'open' ? undefined : data.page })
    })
})

async function open(bytes: ArrayBuffer): Promise<void> {
  document = getDocument({
    data: new Uint8Array(bytes),
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: true,
    disableFontFace: false,
    isOffscreenCanvasSupported: true,
    ownerDocument: OWNER as unknown as HTMLDocument,
    CanvasFactory: Canvases,
    FilterFactory: Filters,
  }).promise
  const { numPages, getPage } = await document.then((pdf) => ({
    numPages: pdf.numPages,
    getPage: (page: number) => pdf.getPage(page),
  }))
  const ratios: number[] = []
  for (let page = 1; page <= numPages; page += 1) {
    if (page > MEASURED) ratios.push(ratios[0] ?? 1)
    else {
      const { width, height } = (await getPage(page)).getViewport({ scale: 1 })
      ratios.push(height / width)
    }
  }
  answer({ kind: 'opened', ratios })
}

async function draw(page: number, width: number): Promise<void> {
  const sheet = await (await document)?.getPage(page)
  if (!sheet) return
  const viewport = sheet.getViewport({ scale: width / sheet.getViewport({ scale: 1 }).width })
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  await sheet.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise
  sheet.cleanup()
  const bitmap = canvas.transferToImageBitmap()
  answer({ kind: 'drawn', page, bitmap }, [bitmap])
}

function answer(response: PdfResponse, transfer: readonly Transferable[] = []): void {
  globalThis.postMessage(response, { transfer: [...transfer] })
}

/** In a worker there is no document: fonts are known to the worker itself, and nothing else of one is needed. */
const OWNER = { fonts: Reflect.get(globalThis, 'fonts'), createElement: () => new OffscreenCanvas(1, 1) }

class Canvases {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d') }
  }

  reset({ canvas }: { readonly canvas: OffscreenCanvas }, width: number, height: number): void {
    canvas.width = width
    canvas.height = height
  }

  destroy(): void {}
}

/** Filters need elements of a document: without one, colours stay as they are. */
class Filters {
  addFilter = () => 'none'
  addHCMFilter = () => 'none'
  addAlphaFilter = () => 'none'
  addLuminosityFilter = () => 'none'
  addKnockoutFilter = () => 'none'
  addHighlightHCMFilter = () => 'none'
  destroy(): void {}
}
