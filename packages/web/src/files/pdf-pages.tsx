import type { FileContentView } from '@varve/contract'
import { useEffect, useRef, useState } from 'react'
import { routes } from '../api/routes.ts'
import { t } from '../i18n/t.ts'
import { splitPages } from '../view-model/files/note-text.ts'
import { useSeen } from '../parts/hooks.ts'
import type { PdfRequest, PdfResponse } from './pdf-worker.ts'

/** Sharper than this a page costs memory and shows no more. */
const MOST_PIXELS_WIDE = 2_000

interface PdfPagesProps {
  readonly file: FileContentView
  /** The page that is wanted. */
  readonly page: number | undefined
}

/** The pages of a PDF as they are printed, each with its text, which is what a model is given of it. */
export function PdfPages({ file: { path, content, contentHash }, page }: PdfPagesProps) {
  const texts = new Map(splitPages(content).map((each) => [each.page, each.text]))
  const drawing = useDrawing(path, contentHash)
  const root = useRef<HTMLDivElement>(null)
  const count = drawing.ratios?.length ?? Math.max(0, ...texts.keys())
  useEffect(() => {
    if (page !== undefined)
      root.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- where it is depends on the pages before it
  }, [page, count, drawing.ratios])
  const pages = Array.from({ length: count }, (_, at) => at + 1)
  return (
    <div ref={root} className="pdf-pages">
      {pages.map((each) => (
        <section
          key={each}
          data-page={each}
          data-wanted={each === page ? true : undefined}
          aria-label={t('Page {page}', { page: each })}
        >
          <h3>p. {each}</h3>
          {drawing.ratios ? (
            <Sheet page={each} ratio={drawing.ratios[each - 1] ?? 1} drawing={drawing} />
          ) : null}
          <PageText text={texts.get(each) ?? ''} isShown={drawing.hasFailed} />
        </section>
      ))}
    </div>
  )
}

function PageText({ text, isShown }: { readonly text: string; readonly isShown: boolean }) {
  if (text === '') return <p className="faint">{t('No text on this page.')}</p>
  if (isShown) return <p className="pdf-text">{text}</p>
  return (
    <details>
      <summary>{t('Text, as models receive it')}</summary>
      <p className="pdf-text">{text}</p>
    </details>
  )
}

interface Drawing {
  /** How high each page is for its width, once that is known. */
  readonly ratios: readonly number[] | undefined
  readonly hasFailed: boolean
  readonly draw: (page: number, width: number, onDrawn: (bitmap: ImageBitmap) => void) => void
}

/** A worker of its own for each PDF, which ends with it: whatever is in one, the page goes on. */
function useDrawing(path: string, hash: string): Drawing {
  const [opened, setOpened] = useState<readonly number[] | 'failed'>()
  const worker = useRef<Worker>(undefined)
  const waiting = useRef(new Map<number, (bitmap: ImageBitmap) => void>())
  useEffect(() => {
    const drawer = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
    const given = waiting.current
    worker.current = drawer
    drawer.addEventListener('error', () => setOpened('failed'))
    drawer.addEventListener('message', ({ data }: MessageEvent<PdfResponse>) => {
      if (data.kind === 'opened') setOpened(data.ratios)
      else if (data.kind === 'drawn') given.get(data.page)?.(data.bitmap)
      else if (data.page === undefined) setOpened('failed')
    })
    const load = async () => {
      const response = await fetch(routes.downloadFile(path))
      if (!response.ok) throw new Error(String(response.status))
      const bytes = await response.arrayBuffer()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      drawer.postMessage({ kind: 'open', bytes } satisfies PdfRequest, [bytes])
    }
    load().catch(() => setOpened('failed'))
    return () => {
      drawer.terminate()
      given.clear()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another version is another PDF
  }, [path, hash])
  return {
    ratios: opened === 'failed' ? undefined : opened,
    hasFailed: opened === 'failed',
    draw: (page, width, onDrawn) => {
      waiting.current.set(page, onDrawn)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      worker.current?.postMessage({ kind: 'draw', page, width } satisfies PdfRequest)
    },
  }
}

interface SheetProps {
  readonly page: number
  readonly ratio: number
  readonly drawing: Drawing
}

/** One page, drawn when it comes into view. */
function Sheet({ page, ratio, drawing: { draw } }: SheetProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isSeen = useSeen(canvas)
  const drawn = useRef(false)
  useEffect(() => {
    const sheet = canvas.current
    if (!isSeen || !sheet || drawn.current) return
    drawn.current = true
    const width = Math.min(MOST_PIXELS_WIDE, Math.round(sheet.clientWidth * devicePixelRatio))
    draw(page, width, (bitmap) => {
      sheet.width = bitmap.width
      sheet.height = bitmap.height
      sheet.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
      sheet.dataset['drawn'] = 'true'
    })
  }, [isSeen, page, draw])
  return (
    <canvas
      ref={canvas}
      className="pdf-sheet"
      role="img"
      aria-label={t('Page {page} as it is printed', { page })}
      style={{ aspectRatio: `1 / ${ratio}` }}
    />
  )
}
