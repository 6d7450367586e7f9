import type { AttachmentView, TurnView } from '@varve/server/types'
import { useContext, useMemo, useRef, useState } from 'react'
import { useFiles } from '../api/file-queries.ts'
import { LinkedPieces } from '../markdown/linked-pieces.tsx'
import { NoteLinksContext } from '../markdown/note-links.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import {
  attachmentLabel,
  attachmentLook,
  describeAttachment,
} from '../view-model/composer/describe-attachment.ts'
import { splitLinkedText } from '../view-model/files/split-linked-text.ts'
import { groupTurn } from '../view-model/thread/group-turn.ts'
import { formatClock } from '../view-model/text/format-time.ts'
import { useActions } from '../workbench/actions.ts'
import { useUnsavedText } from '../workbench/use-unsaved-text.ts'
import { Branches } from './branches.tsx'
import { QuestionEditor, rewriteOf } from './question-editor.tsx'
import { useThread } from './turn-actions.ts'
import { TurnFacts } from './turn-facts.tsx'

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
    <article className="turn" aria-label="You">
      <div className="turn-who">
        <h2>You</h2>
        <time className="figures" dateTime={at}>
          {formatClock(at)}
        </time>
        <span className="turn-tools">
          <Branches turn={turn} />
          <IconButton
            ref={editButton}
            small
            icon="edit"
            label="Edit this message"
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
          <AttachmentChips key={turn.id} attachments={attachments} turn={turn} />
          {typed ? (
            <p className="question-rewrite">
              Other words are not sent yet.
              <Button small disabled={answering || busy} onClick={() => setEdited(turn.id)}>
                Go on editing
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
            <li key={notice}>
              <Icon name="warn" size={14} />
              {notice}
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

interface AttachmentChipsProps {
  readonly attachments: readonly AttachmentView[]
  readonly turn: TurnView
}

/** Beyond this many chips the rest is folded. */
const SHOWN = 9

/** What stands for many comes first; what it brought is folded. */
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
          {rest.length - shown.length} more
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
  /** Of all files: two of one name are told apart by their folders. */
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
