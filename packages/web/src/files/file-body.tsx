import type { FileContentView } from '@varve/server/types'
import { routes } from '../api/routes.ts'
import { Picture } from '../parts/picture.tsx'
import { PreviewLines } from '../preview/preview-lines.tsx'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import type { Spot } from '../workbench/place.ts'
import { NoteBody } from './note-body.tsx'
import { PdfPages } from './pdf-pages.tsx'
import { spotLine } from './spot-line.ts'
import type { TitledNote } from './take-title.ts'

/** Longer notes are shown as text: laying them out would hold the page up. */
const LONGEST_NOTE = 300_000

interface FileBodyProps {
  readonly file: FileContentView
  /** The parts of a note. */
  readonly note: TitledNote | undefined
  readonly spot: Spot | undefined
}

/** What a file says, by its kind. */
export function FileBody({ file, note, spot }: FileBodyProps) {
  const { kind, content, path } = file
  const line = spotLine(spot, file.headings ?? [])
  const cited = line === undefined ? undefined : ([line, line] as const)
  switch (kind) {
    case 'note':
      if (note && content.length <= LONGEST_NOTE) return <NoteBody file={file} note={note} spot={spot} />
      return (
        <>
          <p className="file-said">
            This note has {formatTokens(content.length)} characters, so it is shown as text.
          </p>
          <PreviewLines key={cited?.[0]} content={content} cited={cited} hasLinks />
        </>
      )
    case 'file':
      return (
        <div className="file-lines">
          <PreviewLines key={cited?.[0]} content={content} cited={cited} hasLinks={false} />
        </div>
      )
    case 'pdf':
      return <PdfPages content={content} page={spot?.kind === 'page' ? spot.page : undefined} />
    case 'image':
      return <Picture className="file-picture" src={routes.picture(path)} alt={file.title} />
    default:
      return kind satisfies never
  }
}
