import type { AttachmentView, TurnView } from '@varve/server/types'
import { useState } from 'react'
import { Chip } from '../parts/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import { attachmentLabel, attachmentLook, describeAttachment } from '../view-model/describe-attachment.ts'
import { formatClock } from '../view-model/format-time.ts'
import { useActions } from '../workbench/actions.ts'

/** Your message: a sunk block, with what was attached as chips. */
export function Question({ turn }: { readonly turn: TurnView }) {
  const { text, at, attachments, notices = [] } = turn
  return (
    <article className="turn" aria-label="You">
      <div className="turn-who">
        <h2>You</h2>
        <time className="figures" dateTime={at}>
          {formatClock(at)}
        </time>
      </div>
      <div className="question">
        <p className="question-text">{text}</p>
        <AttachmentChips attachments={attachments} turn={turn.number} />
      </div>
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

interface AttachmentChipsProps {
  readonly attachments: readonly AttachmentView[]
  readonly turn: number
}

/** A folder may bring hundreds; beyond this many the rest is folded. */
const SHOWN = 9

/** What stands for many comes first, before the many. */
function AttachmentChips({ attachments, turn }: AttachmentChipsProps) {
  const [isWhole, setWhole] = useState(false)
  if (attachments.length === 0) return null
  const ordered = [...attachments.filter(isListing), ...attachments.filter((each) => !isListing(each))]
  const shown = isWhole || ordered.length <= SHOWN + 1 ? ordered : ordered.slice(0, SHOWN)
  return (
    <div className="chips">
      {shown.map((attachment) => (
        <AttachmentChip key={attachment.key} attachment={attachment} turn={turn} />
      ))}
      {shown.length < ordered.length ? (
        <button type="button" className="chips-more" onClick={() => setWhole(true)}>
          {ordered.length - shown.length} more
        </button>
      ) : null}
    </div>
  )
}

function isListing({ kind }: AttachmentView): boolean {
  return kind === 'folder' || kind === 'tag'
}

interface AttachmentChipProps {
  readonly attachment: AttachmentView
  readonly turn: number
}

/** It opens as it was given; what was not sent has no such text. */
function AttachmentChip({ attachment, turn }: AttachmentChipProps) {
  const { openPreview } = useActions()
  const { key: path, kind, form } = attachment
  const { label, part } = attachmentLabel(attachment)
  const words = describeAttachment(attachment)
  return (
    <Chip
      kind={kind}
      label={label}
      title={path}
      look={attachmentLook(attachment)}
      note={part === undefined ? words : `${part}, ${words}`}
      onOpen={() => openPreview(form === 'omitted' ? { path } : { path, givenIn: turn })}
    />
  )
}
