import { useEffect, useRef } from 'react'
import { splitPages } from '../view-model/files/split-pages.ts'

interface PdfPagesProps {
  readonly content: string
  /** The page that is wanted. */
  readonly page: number | undefined
}

/** The text of a PDF by page, which is what a model is given of it. */
export function PdfPages({ content, page }: PdfPagesProps) {
  const pages = splitPages(content)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (page !== undefined)
      root.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' })
  }, [page])
  if (pages.length === 0) return <p className="file-said">This PDF has no text.</p>
  return (
    <div ref={root} className="pdf-pages">
      <p className="file-said">
        The text of {pages.length} {pages.length === 1 ? 'page' : 'pages'}, as a model is given it.
      </p>
      {pages.map((each) => (
        <section
          key={each.page}
          data-page={each.page}
          data-wanted={each.page === page ? true : undefined}
          aria-label={`Page ${each.page}`}
        >
          <h3>p. {each.page}</h3>
          {each.text === '' ? <p className="faint">No text on this page.</p> : <p>{each.text}</p>}
        </section>
      ))}
    </div>
  )
}
