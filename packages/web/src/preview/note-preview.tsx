import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FileIcon } from '../parts/file-icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Picture } from '../parts/picture.tsx'
import { countOf } from '../view-model/text/describe-many.ts'
import { holdsLinks } from '../view-model/files/holds-links.ts'
import { keyParts, queryLine } from '../view-model/files/key-parts.ts'
import { pageLines } from '../view-model/files/split-pages.ts'
import { lineLabel } from '../view-model/files/source-label.ts'
import { useActions } from '../workbench/actions.ts'
import type { Spot } from '../workbench/place.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { draftOf, NEW_CHAT, type Preview } from '../workbench/workbench-state.ts'
import { PreviewLines } from './preview-lines.tsx'
import { PreviewVersion } from './preview-version.tsx'
import { type PreviewText, usePreviewText } from './use-preview-text.ts'
import './note-preview.css'

/** A note with the cited lines in view: as a turn was given it, or as it is on disk now. */
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
  return (
    <Dialog label={`Note ${preview.path}`} place="center" onClose={onClose}>
      <div className="dialog-head note-preview-head">
        <FileIcon kind={file?.kind ?? (text.picture === undefined ? 'note' : 'image')} />
        <div className="grow">
          <h2 className="cut">{text.title ?? place.words}</h2>
          <p className="cut">
            {place.words}
            {lines && keyParts(preview.path).kind !== 'query' ? `, ${lineLabel(lines, preview.unit)}` : ''}
            {text.showsNow
              ? ''
              : `, ${text.isFound ? 'found' : 'as given'} in turn ${preview.givenIn?.number ?? ''}`}
            {file?.tokens === undefined ? '' : `, ${countOf(file.tokens, 'token')}`}
          </p>
        </div>
        {place.path === undefined ? null : (
          <>
            <Button
              small
              onClick={() => openFile(place.path, spotAt(place.line ?? lines?.[0], preview.unit))}
            >
              Open in Files
            </Button>
            <AttachButton path={place.path} isThere={canAttach(text)} onDone={onClose} />
          </>
        )}
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className="dialog-body note-preview-body">
        <PreviewVersion text={text} />
        {text.error ? <ErrorNotice error={text.error} onRetry={text.retry} /> : null}
        {text.picture === undefined ? null : (
          <Picture className="preview-picture" src={text.picture} alt={text.title ?? place.words} />
        )}
        {content === undefined || text.picture !== undefined ? null : (
          <PreviewLines
            key={String(text.showsNow)}
            content={content}
            cited={preview.unit === 'page' ? pageLines(content, lines) : lines}
            hasLinks={holdsLinks(preview.path, text.title)}
          />
        )}
      </div>
    </Dialog>
  )
}

type PreviewPlace =
  | { readonly path: string; readonly words: string; readonly line?: number | undefined }
  /** Nothing to open or to attach: an upload lies in no folder. */
  | { readonly path: undefined; readonly words: string }

/** Where the text lies: what a query gave is no file, but the note that asks it is one. */
function placeOf({ path }: Preview, title: string | undefined): PreviewPlace {
  const parts = keyParts(path)
  switch (parts.kind) {
    case 'file':
      return { path, words: path }
    case 'query':
      return { path: parts.path, words: `What a query in ${parts.path} gave`, line: queryLine(title) }
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

/** A file that is there, as far as is known: what a turn was given may be gone by now. */
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
  if (draftOf(state, chat).attach.includes(path)) return <span className="tag">Attached</span>
  const attach = () => {
    dispatch({ kind: 'attach', chat, item: path })
    onDone()
  }
  return (
    <Button small onClick={attach}>
      Attach
    </Button>
  )
}
