import type { FileContentView } from '@varve/contract'
import { Fragment, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { routes } from '../api/routes.ts'
import { Picture } from '../parts/picture.tsx'
import { PreviewLines } from '../preview/note-preview.tsx'
import { formatTokens } from '../view-model/text/format.ts'
import type { Spot } from '../workbench/place.ts'
import { type FrontMatterField, type SplitNote, splitNoteLinks } from '../view-model/files/note-text.ts'
import { NoteMarkdown } from '../markdown/lazy-markdown.tsx'
import { NoteLink, Tag } from '../markdown/note-link.tsx'
import { t } from '../i18n/t.ts'
import { CanvasBoard } from './canvas-board.tsx'
import { spotLine } from './note-embed.tsx'
import { PdfPages } from './pdf-pages.tsx'

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
            {t('This note has {count} characters, so it is shown as text.', {
              count: formatTokens(content.length),
            })}
          </p>
          <PreviewLines key={cited?.[0]} content={content} cited={cited} hasLinks />
        </>
      )
    case 'file': {
      const lines = (
        <div className="file-lines">
          <PreviewLines key={cited?.[0]} content={content} cited={cited} hasLinks={false} />
        </div>
      )
      return /\.canvas$/i.test(path) && !cited ? <CanvasBoard file={file} otherwise={lines} /> : lines
    }
    case 'pdf':
      return <PdfPages file={file} page={spot?.kind === 'page' ? spot.page : undefined} />
    case 'image':
      return <Picture className="file-picture" src={routes.picture(path)} alt={file.title} />
    default:
      return kind satisfies never
  }
}

interface NoteBodyProps {
  readonly file: FileContentView
  readonly note: TitledNote
  readonly spot: Spot | undefined
}

/** A note as it reads: its fields quietly above, then its text. */
function NoteBody({ file, note, spot }: NoteBodyProps) {
  const { headings = [] } = file
  const { fields, body, linesBefore } = note
  const root = useRef<HTMLDivElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const onDrawn = useCallback(() => setDrawn(true), [])
  useGoTo(root, isDrawn ? spotLine(spot, headings) : undefined)
  return (
    <>
      <FrontMatter fields={fields} />
      {body.trim() === '' ? <p className="file-said">{t('This note is empty.')}</p> : null}
      <div ref={root} className="markdown note-body">
        <NoteMarkdown text={body} linesBefore={linesBefore} onDrawn={onDrawn} />
      </div>
    </>
  )
}

/** Brings the block with a line into view and marks it for a moment. */
function useGoTo(root: RefObject<HTMLElement | null>, line: number | undefined): void {
  useEffect(() => {
    if (line === undefined) return undefined
    const block = blockAt(root.current, line)
    // Above the first block are the title and the fields.
    const target = block ?? root.current?.closest('article')
    target?.scrollIntoView({ block: 'start' })
    block?.classList.add('wanted')
    return () => block?.classList.remove('wanted')
  }, [root, line])
}

/**
 * The block that begins at the line, or the nearest one before it; footnotes are at the end, wherever they
 * are written.
 */
function blockAt(root: HTMLElement | null, line: number): HTMLElement | undefined {
  const blocks = [...(root?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
  const lineOf = (block: HTMLElement): number => Number(block.dataset['line'])
  return blocks
    .filter((block) => lineOf(block) <= line)
    .reduce<HTMLElement | undefined>(
      (best, block) => (best && lineOf(best) > lineOf(block) ? best : block),
      undefined,
    )
}

/** The fields at the head of a note. Tags and links in them act as they do in the text. */
function FrontMatter({ fields }: { readonly fields: readonly FrontMatterField[] }) {
  if (fields.length === 0) return null
  return (
    <dl className="front-matter" aria-label={t('Fields of this note')}>
      {fields.map(({ name, values }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {values.length === 0 ? <span className="faint">{t('empty')}</span> : null}
            {/^tags?$/i.test(name) ? <Tags values={values} /> : <Values values={values} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Tags({ values }: { readonly values: readonly string[] }) {
  const tags = values.flatMap((value) => value.split(/[\s,]+/)).map((tag) => tag.replace(/^#/, ''))
  return [...new Set(tags)].filter(Boolean).map((tag) => (
    <span key={tag}>
      <Tag tag={tag} />
    </span>
  ))
}

function Values({ values }: { readonly values: readonly string[] }) {
  return values.map((value, at) => (
    // Values may be the same twice, and never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={at}>
      {splitNoteLinks(value, { tags: false }).map((piece, part) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={part}>
          <NoteLink piece={piece} />
        </Fragment>
      ))}
    </span>
  ))
}

interface TitledNote extends SplitNote {
  readonly title: string
}

const FIRST_HEADING = /^(?:[ \t]*\r?\n)*#[ \t]+(.*?)[ \t]*#*[ \t]*(?:\r?\n|$)/

/** A note with its title: a field, else its first heading, else the name of its file. It is then said once. */
export function takeTitle(note: SplitNote, fileTitle: string): TitledNote {
  const field = note.fields.find(({ name }) => name.toLowerCase() === 'title')?.values.join(' ')
  const heading = FIRST_HEADING.exec(note.body)
  const words = heading?.[1]?.trim()
  const title = field?.trim() || plain(words) || fileTitle
  const fields = note.fields.filter(({ name }) => name.toLowerCase() !== 'title')
  if (!heading || words === undefined || plain(words) !== title) return { ...note, fields, title }
  const lines = heading[0].split('\n').length - 1
  const body = note.body.slice(heading[0].length)
  return { title, fields, body, linesBefore: note.linesBefore + lines }
}

/** A heading with marks in it is no plain title and stays where it is. */
function plain(words: string | undefined): string | undefined {
  return words === undefined || /[[\]*_`<]/.test(words) ? undefined : words
}
