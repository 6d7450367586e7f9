import './note-preview.css'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { FileContentView } from '@varve/contract'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FileIcon } from '../parts/file-name.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Picture } from '../parts/picture.tsx'
import { countTokens, formatTokens } from '../view-model/text/format.ts'
import { keyParts, lineLabel, queryLine } from '../view-model/files/file-names.ts'
import { fencedLines, pageLines, splitFrontMatter, splitLinkedLine } from '../view-model/files/note-text.ts'
import { useActions } from '../workbench/actions.ts'
import type { Spot } from '../workbench/place.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { draftOf, NEW_CHAT, type Preview } from '../workbench/workbench-state.ts'
import { useFileContent, useFiles, useSourceText } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { LinkedPieces } from '../markdown/note-link.tsx'
import { NoteMarkdown } from '../markdown/lazy-markdown.tsx'
import { useLayout } from '../workbench/use-layout.ts'
import { t } from '../i18n/t.ts'

const NOTE = /\.(?:md|markdown)$/i

/** A note with the cited lines in view, beside the chat: as a turn was given it, or as it is on disk now. */
export function NotePreview({
  preview,
  onClose,
}: {
  readonly preview: Preview
  readonly onClose: () => void
}) {
  const { openFile } = useActions()
  const text = usePreviewText(preview)
  const { file, changed, content } = text
  // In a file that has changed, the cited lines may be about something else.
  const lines = text.showsNow && changed !== undefined && changed !== 'no' ? undefined : preview.lines
  const place = placeOf(preview, text.title)
  const { data: files } = useFiles()
  // A pasted picture has the name of a file that is not there.
  const isPasted = text.picture !== undefined && files?.every(({ path }) => path !== preview.path) === true
  const [asText, setAsText] = useState(false)
  const isNote = content !== undefined && content.length <= LONGEST_WHOLE && isMarkdown(preview.path)
  return (
    <PreviewSurface label={t('Note {path}', { path: preview.path })} onClose={onClose}>
      <div className="dialog-head note-preview-head">
        <FileIcon kind={file?.kind ?? (text.picture === undefined ? 'note' : 'image')} />
        <div className="grow">
          <h2 className="cut">{text.title ?? place.words}</h2>
          <p className="cut">
            {place.words}
            {lines && keyParts(preview.path).kind !== 'query' ? `, ${lineLabel(lines, preview.unit)}` : ''}
            {text.showsNow
              ? ''
              : `, ${t(text.isFound ? 'found in turn {number}' : 'as given in turn {number}', {
                  number: preview.givenIn?.number ?? '',
                })}`}
            {file?.tokens === undefined ? '' : `, ${countTokens(file.tokens)}`}
          </p>
        </div>
        <IconButton icon="close" label={t('Close')} onClick={onClose} />
      </div>
      <div className="note-preview-tools">
        {place.path === undefined || isPasted ? null : (
          <>
            <Button
              small
              onClick={() => openFile(place.path, spotAt(place.line ?? lines?.[0], preview.unit))}
            >
              {t('Open in Files')}
            </Button>
            <AttachButton path={place.path} isThere={canAttach(text)} onDone={onClose} />
          </>
        )}
        <span className="grow" />
        {isNote ? (
          <Button small look="bare" aria-pressed={asText} onClick={() => setAsText(!asText)}>
            {asText ? t('Show the note') : t('Show the source text')}
          </Button>
        ) : null}
      </div>
      <div className="dialog-body note-preview-body">
        <PreviewVersion text={text} />
        {text.error ? <ErrorNotice error={text.error} onRetry={text.retry} /> : null}
        {text.picture === undefined ? null : (
          <ZoomedPicture src={text.picture} alt={text.title ?? place.words} />
        )}
        {content === undefined || text.picture !== undefined ? null : isNote && !asText ? (
          <PreviewNote key={String(text.showsNow)} content={content} cited={lines} />
        ) : (
          <PreviewLines
            key={String(text.showsNow)}
            content={content}
            cited={preview.unit === 'page' ? pageLines(content, lines) : lines}
            hasLinks={holdsLinks(preview.path, text.title)}
          />
        )}
      </div>
    </PreviewSurface>
  )
}

/** A note of the workspace, whatever part of it was given. */
function isMarkdown(key: string): boolean {
  const parts = keyParts(key)
  return parts.kind === 'file' && NOTE.test(parts.path.replace(/#(?:L\d+-\d+)?@[0-9a-f]+$/, ''))
}

interface PreviewSurfaceProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Beside the chat where there is room, so that one reads both; else over it. */
function PreviewSurface({ label, onClose, children }: PreviewSurfaceProps) {
  const { inspector } = useLayout()
  if (inspector !== 'docked')
    return (
      <Dialog label={label} place={inspector === 'sheet' ? 'sheet' : 'side'} onClose={onClose}>
        {children}
      </Dialog>
    )
  return (
    <PreviewPanel label={label} onClose={onClose}>
      {children}
    </PreviewPanel>
  )
}

/** It takes the place of the inspector, and room from the chat, but never covers it. */
function PreviewPanel({ label, onClose, children }: PreviewSurfaceProps) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const opener = document.activeElement
    const root = document.documentElement
    root.dataset['preview'] = 'beside'
    panel.current?.focus({ preventScroll: true })
    return () => {
      delete root.dataset['preview']
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { activeElement } = document
    const isHere = activeElement === document.body || panel.current?.contains(activeElement) === true
    if (event.key !== 'Escape' || event.defaultPrevented || !isHere) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <div ref={panel} className="preview-panel" role="dialog" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  )
}

/** A picture as large as the panel; a click shows it in its own size, and it scrolls. */
function ZoomedPicture({ src, alt }: { readonly src: string; readonly alt: string }) {
  const [isLarge, setLarge] = useState(false)
  return (
    <div className="preview-picture-box" data-large={isLarge ? true : undefined}>
      <button
        type="button"
        title={isLarge ? t('Fit to the panel') : t('Show in full size')}
        onClick={() => setLarge(!isLarge)}
      >
        <Picture className="preview-picture" src={src} alt={alt} />
      </button>
    </div>
  )
}

interface PreviewNoteProps {
  readonly content: string
  readonly cited: readonly [number, number] | undefined
}

/** The rendered note, with the blocks of the cited lines highlighted. */
function PreviewNote({ content, cited }: PreviewNoteProps) {
  const { body, linesBefore } = useMemo(() => splitFrontMatter(content), [content])
  const root = useRef<HTMLDivElement>(null)
  const [first, last] = cited ?? []
  const mark = useCallback(() => {
    if (first === undefined || last === undefined) return
    const blocks = [...(root.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    const marked = blocks.filter((block) => {
      const from = Number(block.dataset['line'])
      // The innermost block is what was cited; what holds it would mark its neighbours as well.
      return (
        from <= last && Number(block.dataset['end'] ?? from) >= first && !block.querySelector('[data-line]')
      )
    })
    for (const block of marked) block.classList.add('cited')
    marked[0]?.scrollIntoView({ block: 'center' })
  }, [first, last])
  return (
    <div ref={root} className="markdown preview-note">
      <NoteMarkdown text={body} linesBefore={linesBefore} onDrawn={mark} />
    </div>
  )
}

type PreviewPlace =
  | { readonly path: string; readonly words: string; readonly line?: number | undefined }
  /** Nothing to open or to attach: an upload has no file. */
  | { readonly path: undefined; readonly words: string }

/** The place of the text: a query result has no file, but its note has. */
function placeOf({ path }: Preview, title: string | undefined): PreviewPlace {
  const parts = keyParts(path)
  switch (parts.kind) {
    case 'file':
      return { path, words: path }
    case 'query':
      return {
        path: parts.path,
        words: t('Result of a query in {path}', { path: parts.path }),
        line: queryLine(title),
      }
    case 'held':
    case 'group':
      return { path: undefined, words: parts.label }
    default:
      return parts satisfies never
  }
}

function spotAt(at: number | undefined, unit: Preview['unit']): Spot | undefined {
  if (at === undefined) return undefined
  return unit === 'page' ? { kind: 'page', page: at } : { kind: 'line', line: at }
}

/** Whether the file exists, as far as known: a turn's file may be deleted by now. */
function canAttach({ file, changed, showsNow }: PreviewText): boolean {
  return showsNow ? file !== undefined : changed !== undefined && changed !== 'missing'
}

interface AttachButtonProps {
  readonly path: string
  readonly isThere: boolean
  readonly onDone: () => void
}

function AttachButton({ path, isThere, onDone }: AttachButtonProps) {
  const { chatId, state, dispatch } = useWorkbench()
  const chat = chatId ?? NEW_CHAT
  if (!isThere) return null
  if (draftOf(state, chat).attach.includes(path)) return <span className="tag">{t('Attached')}</span>
  const attach = () => {
    dispatch({ kind: 'attach', chat, item: path })
    onDone()
  }
  return (
    <Button small onClick={attach}>
      {t('Attach')}
    </Button>
  )
}

/** Whether `[[ ]]` in a text is a link to a note: in notes and in what is made of them it is, in code it is code. */
export function holdsLinks(key: string, title: string | undefined): boolean {
  const parts = keyParts(key)
  switch (parts.kind) {
    case 'file':
      return NOTE.test(parts.path.replace(/#(?:L\d+-\d+)?@[0-9a-f]+$/, ''))
    case 'query':
    case 'group':
      return true
    case 'held':
      return key.startsWith('chat:') || NOTE.test(title ?? '')
    default:
      return parts satisfies never
  }
}

/** Says when a file is no longer what the turn was given, and leads from one to the other. */
function PreviewVersion({ text }: { readonly text: PreviewText }): ReactNode {
  const { changed, isFound, showsNow, setShowsNow } = text
  if (changed === undefined || changed === 'no') return null
  if (isFound)
    return (
      <p className="preview-part" role="status">
        {changed === 'missing'
          ? t('The file is gone since this turn.')
          : t(
              'The file has changed since this turn. This is the file as it is now; the cited lines may have moved.',
            )}
      </p>
    )
  if (showsNow)
    return (
      <p className="preview-part" role="status">
        {t('The file as it is now.')}
        <Button small onClick={() => setShowsNow(false)}>
          {t('Show what the model received')}
        </Button>
      </p>
    )
  if (changed === 'missing')
    return (
      <p className="preview-part" role="status">
        {t('The file is gone since this turn. This is what the model received.')}
      </p>
    )
  return (
    <p className="preview-part" role="status">
      {t('The file has changed since this turn. This is what the model received.')}
      <Button small onClick={() => setShowsNow(true)}>
        {t('Show the file now')}
      </Button>
    </p>
  )
}

interface PreviewText {
  readonly title: string | undefined
  readonly content: string | undefined
  /** The address of the picture that it is. */
  readonly picture: string | undefined
  /** The file as it is on disk; undefined while the text of a turn is shown. */
  readonly file: FileContentView | undefined
  /** How the file compares with the turn's text; undefined if there is no file or it isn't known yet. */
  readonly changed: 'no' | 'changed' | 'missing' | undefined
  /** What the turn was given was found in the file: the text is that of the file now. */
  readonly isFound: boolean
  readonly showsNow: boolean
  readonly setShowsNow: (now: boolean) => void
  readonly error: unknown
  readonly retry: () => void
}

/** The text that a turn was given, or the file as it is now; one can go from the first to the second and back. */
function usePreviewText({ path, givenIn }: Preview): PreviewText {
  const { chatId } = useWorkbench()
  const [showsNow, setShowsNow] = useState(givenIn === undefined)
  const source = useSourceText(chatId, givenIn?.turnId, path)
  const file = useFileContent(path, showsNow)
  const shown = showsNow ? file : source
  return {
    title: shown.data?.title,
    content: shown.data?.content,
    picture: showsNow ? pictureNow(file.data) : source.data?.picture,
    file: showsNow ? file.data : undefined,
    changed: source.data?.changed,
    isFound: !showsNow && source.data?.isNow === true,
    showsNow,
    setShowsNow,
    error: shown.error,
    retry: () => void shown.refetch(),
  }
}

function pictureNow(file: FileContentView | undefined): string | undefined {
  return file?.kind === 'image' ? routes.picture(file.path) : undefined
}

/** How many lines are drawn around the cited ones, or from the start. */
export const WINDOW = 600

interface PreviewLinesProps {
  readonly content: string
  readonly cited: readonly [number, number] | undefined
  /** It is Markdown: outside its code `[[ ]]` is a link. */
  readonly hasLinks: boolean
}

/** Longer texts are turned over in parts: drawn whole they would hold the page up. */
const LONGEST_WHOLE = 300_000
/** A line beyond this is data, not something to read. */
const LONGEST_LINE = 5_000

/** The text with its line numbers, the cited lines marked and in view. It is shown as text: nothing in it takes effect but the links of a note. */
export function PreviewLines({ content, cited, hasLinks }: PreviewLinesProps) {
  const lines = useMemo(() => content.split(/\r\n|\n|\r/), [content])
  const code = useMemo(() => (hasLinks ? fencedLines(lines) : undefined), [hasLinks, lines])
  const [all, setAll] = useState(false)
  const [middle, setMiddle] = useState<number>()
  const around = middle === undefined ? cited : ([middle, middle] as const)
  const [first, last] = all ? [1, lines.length] : previewWindow(lines.length, around)
  const mark = useRef<HTMLLIElement>(null)
  const top = useRef<HTMLDivElement>(null)
  // In braces: some browsers return a promise here, which is no way to clean up an effect.
  useLayoutEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' })
  }, [])
  useLayoutEffect(() => {
    if (middle !== undefined) top.current?.scrollIntoView({ block: 'start' })
  }, [middle])
  const isCited = (line: number) => cited !== undefined && line >= cited[0] && line <= cited[1]
  const shown = lines.slice(first - 1, last)
  const isPart = shown.length < lines.length
  const canShowAll = content.length <= LONGEST_WHOLE
  const part = { first, last, count: lines.length, onMiddle: setMiddle }
  return (
    <>
      <div ref={top}>
        {isPart ? <Part {...part} onAll={canShowAll ? () => setAll(true) : undefined} /> : null}
      </div>
      <ol className="preview-lines">
        {shown.map((line, index) => {
          const number = first + index
          const text = <Line line={line} hasLinks={code?.has(number - 1) === false} />
          return (
            <li
              key={number}
              data-line={number}
              ref={number === cited?.[0] ? mark : undefined}
              className={isCited(number) ? 'cited' : undefined}
            >
              <span className="preview-number figures" aria-hidden="true">
                {number}
              </span>
              <span className="preview-text">
                {isCited(number) ? <mark>{line === '' ? ' ' : text}</mark> : text}
              </span>
            </li>
          )
        })}
      </ol>
      {isPart && !canShowAll ? <Part {...part} onAll={undefined} /> : null}
    </>
  )
}

interface PartProps {
  readonly first: number
  readonly last: number
  readonly count: number
  /** Shows the lines around one. */
  readonly onMiddle: (line: number) => void
  /** Absent where all would be too much. */
  readonly onAll: (() => void) | undefined
}

/** Which lines are shown, and the way to the others. */
function Part({ first, last, count, onMiddle, onAll }: PartProps) {
  return (
    <p className="preview-part">
      {t('Lines {first}–{last} of {count}', {
        first: formatTokens(first),
        last: formatTokens(last),
        count: formatTokens(count),
      })}
      {onAll ? (
        <Button small onClick={onAll}>
          {t('Show all')}
        </Button>
      ) : (
        <>
          <Button small disabled={first === 1} onClick={() => onMiddle(first - WINDOW / 2)}>
            {t('Earlier lines')}
          </Button>
          <Button small disabled={last === count} onClick={() => onMiddle(last + WINDOW / 2)}>
            {t('Later lines')}
          </Button>
        </>
      )}
    </p>
  )
}

function Line({ line, hasLinks }: { readonly line: string; readonly hasLinks: boolean }) {
  const more = line.length - LONGEST_LINE
  const shown = more > 0 ? line.slice(0, LONGEST_LINE) : line
  return (
    <>
      {hasLinks ? <LinkedPieces pieces={splitLinkedLine(shown)} /> : shown}
      {more > 0 ? (
        <span className="faint"> {t('… and {more} more characters', { more: formatTokens(more) })}</span>
      ) : null}
    </>
  )
}

/** The lines to draw first, counted from 1, both ends included: a long file opens around what was cited. */
export function previewWindow(
  count: number,
  cited: readonly [number, number] | undefined,
): readonly [number, number] {
  if (count <= WINDOW) return [1, count]
  const middle = cited ? Math.floor((cited[0] + cited[1]) / 2) : 1
  const first = Math.min(Math.max(1, middle - WINDOW / 2), count - WINDOW + 1)
  return [first, first + WINDOW - 1]
}
