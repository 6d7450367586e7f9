import { noticeId } from '@varve/contract/tables/notices'
import { noticeWords, t } from '../i18n/t.ts'
import './turn-facts.css'
import type { AttachmentView, GuardMarkView, TurnView } from '@varve/contract'
import {
  type KeyboardEvent,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useAreas, useChat, useFiles, useSourceText } from '../api/queries.ts'
import { LinkedPieces, NoteLinksContext } from '../markdown/note-link.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import {
  attachmentLabel,
  attachmentLook,
  describeAttachment,
} from '../view-model/composer/describe-attachment.ts'
import { groupTurn } from '../view-model/thread/turns.ts'
import { countModels, formatClock } from '../view-model/text/format.ts'
import { useActions, useUnsavedText } from '../workbench/actions.ts'
import { Branches } from './branches.tsx'
import { useThread } from './use-turn-actions.ts'
import { fencedLines, type NotePiece, splitLinkedLine } from '../view-model/files/note-text.ts'
import { placeOf } from '../view-model/composer/area-chips.ts'
import { guardWords } from '../view-model/rules/guard-words.ts'
import { SentPassages } from '../composer/passages-chip.tsx'
import { DraftMarks, GuardMarks } from '../composer/draft-marks.tsx'
import { useChosenModels } from '../workbench/use-chosen-models.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { type Forecast, useForecast } from '../composer/use-forecast.ts'
import { movedMarks } from '../view-model/composer/moved-marks.ts'

/** Your message: a sunk block, with what was attached as chips. It can be asked in other words from there. */
export function Question({ turn }: { readonly turn: TurnView }) {
  const { text, at, attachments, notices = [] } = turn
  const { answering, busy } = useThread()
  const [edited, setEdited] = useState<string>()
  const { typed } = useUnsavedText(rewriteOf(turn))
  const editButton = useRef<HTMLButtonElement>(null)
  const stopEditing = () => {
    setEdited(undefined)
    editButton.current?.focus()
  }
  return (
    <article className="turn" aria-label={t('You')}>
      <div className="turn-who">
        <h2>{t('You')}</h2>
        <time className="figures" dateTime={at}>
          {formatClock(at)}
        </time>
        <span className="turn-tools">
          <Branches turn={turn} />
          <IconButton
            ref={editButton}
            small
            icon="edit"
            label={t('Edit this message')}
            className="icon-button small question-edit"
            disabled={answering || busy}
            onClick={() => setEdited(turn.id)}
          />
        </span>
      </div>
      {edited === turn.id ? (
        <QuestionEditor turn={turn} onClose={stopEditing} />
      ) : (
        <div className="question">
          <p className="question-text">
            <LinkedMessage text={text} />
          </p>
          <Pictures turn={turn} />
          <AttachmentChips key={turn.id} attachments={attachments} turn={turn} />
          {turn.passages ? <SentPassages passages={turn.passages} /> : null}
          {typed ? (
            <p className="question-rewrite">
              {t('You have changes that are not sent yet.')}
              <Button small disabled={answering || busy} onClick={() => setEdited(turn.id)}>
                {t('Continue editing')}
              </Button>
            </p>
          ) : null}
        </div>
      )}
      {/* It is about the words as they were sent. */}
      {edited === turn.id ? null : <TurnFacts turn={turn} />}
      {notices.length === 0 ? null : (
        <ul className="turn-notices">
          {notices.map((notice) => (
            <li key={noticeId(notice)}>
              <Icon name="warn" size={14} />
              {noticeWords(notice)}
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

function LinkedMessage({ text }: { readonly text: string }) {
  const links = useContext(NoteLinksContext)
  const pieces = useMemo(
    () => splitLinkedText(text, (target) => links?.find(target) !== undefined),
    [text, links],
  )
  return <LinkedPieces pieces={pieces} />
}

/** More stay chips. */
const MOST_PICTURES = 6

/** The pictures of a message, small; each opens in its own size. */
function Pictures({ turn }: { readonly turn: TurnView }) {
  const pictures = turn.attachments.filter(({ kind }) => kind === 'image').slice(0, MOST_PICTURES)
  if (pictures.length === 0) return null
  return (
    <div className="question-pictures">
      {pictures.map(({ key, title }) => (
        <Thumbnail key={key} path={key} title={title} turn={turn} />
      ))}
    </div>
  )
}

interface ThumbnailProps {
  readonly path: string
  readonly title: string
  readonly turn: TurnView
}

function Thumbnail({ path, title, turn }: ThumbnailProps) {
  const { chatId } = useWorkbench()
  const { openPreview } = useActions()
  const { data } = useSourceText(chatId, turn.id, path)
  if (data?.picture === undefined) return null
  const open = () => openPreview({ path, givenIn: { turnId: turn.id, number: turn.number } })
  return (
    <button type="button" className="question-picture" onClick={open}>
      <img src={data.picture} alt={t('Show {title}', { title })} />
    </button>
  )
}

interface AttachmentChipsProps {
  readonly attachments: readonly AttachmentView[]
  readonly turn: TurnView
}

/** Beyond this many chips the rest is folded. */
const SHOWN = 9

/** Folders and tags come first, with their files folded. */
function AttachmentChips({ attachments, turn }: AttachmentChipsProps) {
  const [isWhole, setWhole] = useState(false)
  const { data: files } = useFiles()
  const paths = useMemo(() => files?.map(({ path }) => path) ?? [], [files])
  if (attachments.length === 0) return null
  const { folders, others, members } = groupTurn(attachments)
  const rest = [...others, ...members]
  const shown = isWhole ? rest : others.slice(0, SHOWN)
  return (
    <div className="chips">
      {folders.map(({ folder, words }) => (
        <AttachmentChip key={folder.key} attachment={folder} words={words} turn={turn} paths={paths} />
      ))}
      {shown.map((attachment) => (
        <AttachmentChip key={attachment.key} attachment={attachment} turn={turn} paths={paths} />
      ))}
      {shown.length < rest.length ? (
        <button type="button" className="chips-more" onClick={() => setWhole(true)}>
          {t('{number} more', { number: rest.length - shown.length })}
        </button>
      ) : null}
    </div>
  )
}

interface AttachmentChipProps {
  readonly attachment: AttachmentView
  /** Instead of what was done with it alone. */
  readonly words?: string
  readonly turn: TurnView
  /** All paths: files of the same name are told apart by their folders. */
  readonly paths: readonly string[]
}

/** It opens as it was given; what was not sent has no such text. */
function AttachmentChip({ attachment, words: given, turn, paths }: AttachmentChipProps) {
  const { openPreview } = useActions()
  const { key: path, kind, form } = attachment
  const { label, part } = attachmentLabel(attachment, paths)
  const words = given ?? describeAttachment(attachment)
  return (
    <Chip
      kind={kind}
      label={label}
      title={path}
      look={attachmentLook(attachment)}
      note={part === undefined ? words : `${part}, ${words}`}
      onOpen={() =>
        openPreview(
          form === 'omitted' && kind !== 'image'
            ? { path }
            : { path, givenIn: { turnId: turn.id, number: turn.number } },
        )
      }
    />
  )
}

/**
 * A message as it was typed, in pieces that together are the message. Brackets that name no note stay as they are: they
 * may be code.
 */
export function splitLinkedText(text: string, isThere: (target: string) => boolean): readonly NotePiece[] {
  if (!text.includes('[[')) return [{ kind: 'text', text }]
  const lines = text.split('\n')
  const code = fencedLines(lines)
  return lines.flatMap((line, at): readonly NotePiece[] => [
    ...(at === 0 ? [] : [{ kind: 'text', text: '\n' } as const]),
    ...(code.has(at) ? [{ kind: 'text', text: line } as const] : splitLinkedLine(line)).map(
      (piece): NotePiece =>
        piece.kind === 'link' && !isThere(piece.target) ? { kind: 'text', text: piece.text } : piece,
    ),
  ])
}

/** What a message was about when it was sent, and what the guard did with it. */
function TurnFacts({ turn }: { readonly turn: TurnView }) {
  const { areas = [], jurisdictions = [], guard } = turn
  const { data: choices } = useAreas(jurisdictions.length > 0)
  const about = [...areas.map(({ name }) => name), ...jurisdictions.map((id) => placeOf(id, choices))]
  const facts = guard ? guardWords(guard) : []
  if (about.length + facts.length === 0) return null
  return (
    <ul className="turn-facts" aria-label={t('About this message')}>
      {about.length === 0 ? null : (
        <li>
          <Icon name="bulb" size={14} />
          {t('With guidance for {areas}', { areas: about.join(', ') })}
        </li>
      )}
      {facts.map((words) => (
        <li key={words}>
          <Icon name="shield" size={14} />
          {words}
        </li>
      ))}
    </ul>
  )
}

interface QuestionEditorProps {
  readonly turn: TurnView
  readonly onClose: () => void
}

/** Edits a message in place. Attachments are sent again. Esc keeps the text for later, Cancel drops it. */
function QuestionEditor({ turn, onClose }: QuestionEditorProps) {
  const { chatId } = useWorkbench()
  const { data: chat } = useChat(chatId)
  const { models } = useChosenModels(chat)
  const { edit, busy } = useThread()
  const { typed, latest, keep } = useUnsavedText(rewriteOf(turn))
  const text = typed?.text ?? turn.text
  const setText = (next: string) => keep(next === turn.text ? undefined : { text: next })
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
  }, [])
  const modelIds = models.map(({ id }) => id)
  const { forecast, marks, layer, onScroll } = useEditMarks({ turnId: turn.id, text, modelIds, paused: busy })
  const canSend = text.trim() !== '' && !busy
  const drop = () => {
    keep(undefined)
    onClose()
  }
  const send = async () => {
    if (!canSend) return
    const sent = await edit(turn, text, modelIds)
    if (!sent) return
    // What was typed while it was on its way is kept with the words that it would replace.
    if ((latest()?.text ?? turn.text) === text) drop()
    else onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.shiftKey) void send()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="question question-editor">
      {/* An unseen copy of the text gives the field its height. */}
      <div className="draft-field" data-text={text}>
        {marks.length === 0 ? null : <DraftMarks text={text} marks={marks} layer={layer} />}
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={t('Edit this message')}
          aria-describedby={`${hint} ${hint}-guard`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onScroll={(event) => onScroll(event.currentTarget)}
        />
      </div>
      <div id={`${hint}-guard`} className="question-editor-guard">
        <GuardMarks forecast={forecast} />
      </div>
      <div className="question-editor-foot">
        <p id={hint} className="grow">
          {t('Asks {models} from here. The current version stays as another branch.', {
            models: models.length > 1 ? countModels(models.length) : (models[0]?.name ?? ''),
          })}
          {turn.attachments.length > 0 ? ` ${t('Attachments are sent again in their current version.')}` : ''}
        </p>
        <Button look="bare" title={t('Discards your changes; Esc keeps them')} onClick={drop}>
          {t('Cancel')}
        </Button>
        <Button look="main" disabled={!canSend} onClick={() => void send()}>
          {t('Send')}
        </Button>
      </div>
    </div>
  )
}

/** Under which its other words are kept until they are sent or dropped. */
function rewriteOf({ id }: TurnView): string {
  return `rewrite ${id}`
}

interface EditedText {
  readonly turnId: string
  readonly text: string
  readonly modelIds: readonly string[]
  readonly paused: boolean
}

interface EditMarks {
  readonly forecast: Forecast['data']
  readonly marks: readonly GuardMarkView[]
  readonly layer: RefObject<HTMLDivElement | null>
  /** The marks follow the field's scrolling. */
  readonly onScroll: (field: HTMLTextAreaElement) => void
}

/** What is private in the other words of a message, asked a moment after the last key as in the composer. */
function useEditMarks({ turnId, text, modelIds, paused }: EditedText): EditMarks {
  const draft = useMemo(() => ({ text, attach: [] }), [text])
  const { data, marked } = useForecast({ draft, active: undefined, modelIds, head: `edit ${turnId}`, paused })
  const layer = useRef<HTMLDivElement>(null)
  const marks = useMemo(() => (marked ? movedMarks(marked, text) : []), [marked, text])
  const onScroll = (field: HTMLTextAreaElement) => {
    if (layer.current) layer.current.scrollTop = field.scrollTop
  }
  return { forecast: data, marks, layer, onScroll }
}
