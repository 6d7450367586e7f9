import type { AttachmentView, TurnView } from '@varve/server/types'
import { Chip } from '../parts/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import { attachmentLook, describeAttachment } from '../view-model/describe-attachment.ts'
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
        {attachments.length === 0 ? null : (
          <div className="chips">
            {attachments.map((attachment) => (
              <AttachmentChip key={attachment.key} attachment={attachment} turn={turn.number} />
            ))}
          </div>
        )}
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

interface AttachmentChipProps {
  readonly attachment: AttachmentView
  readonly turn: number
}

/** It opens as it was given; what was not sent has no such text. */
function AttachmentChip({ attachment, turn }: AttachmentChipProps) {
  const { openPreview } = useActions()
  const path = attachment.key
  return (
    <Chip
      path={path}
      kind={attachment.kind}
      look={attachmentLook(attachment)}
      note={describeAttachment(attachment)}
      onOpen={() => openPreview(attachment.form === 'omitted' ? { path } : { path, givenIn: turn })}
    />
  )
}
