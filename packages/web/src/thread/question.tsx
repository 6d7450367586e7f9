import type { AttachmentView } from '@varve/server/types'
import { Chip } from '../parts/chip.tsx'
import { formatClock } from '../view-model/format-time.ts'
import { formatTokensShort } from '../view-model/format-tokens.ts'
import { useActions } from '../workbench/actions.ts'

interface QuestionProps {
  readonly text: string
  readonly at: string
  readonly attachments: readonly AttachmentView[]
}

/** Your message: a sunk block, with what was attached as chips. */
export function Question({ text, at, attachments }: QuestionProps) {
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
              <AttachmentChip key={attachment.key} attachment={attachment} />
            ))}
          </div>
        )}
      </div>
    </article>
  )
}

function AttachmentChip({ attachment }: { readonly attachment: AttachmentView }) {
  const { openPreview } = useActions()
  const look = attachment.form === 'update' ? 'changed' : attachment.form === 'omitted' ? 'refused' : 'plain'
  return (
    <Chip
      path={attachment.key}
      kind={attachment.kind}
      look={look}
      note={describeForm(attachment)}
      onOpen={() => openPreview(attachment.key)}
    />
  )
}

function describeForm(attachment: AttachmentView): string {
  const { form, tokens, added = 0, removed = 0 } = attachment
  switch (form) {
    case 'full':
      return formatTokensShort(tokens)
    case 'reference':
      return 'already given'
    case 'update':
      return `+${added} −${removed}`
    case 'compacted':
      return `${formatTokensShort(tokens)}, shortened`
    case 'omitted':
      return 'not sent'
    default:
      return form satisfies never
  }
}
