import type { AttachmentView, ChatView, FileView } from '@varve/server/types'
import { Chip } from '../parts/chip.tsx'
import { attachmentLook, describeAttachment } from '../view-model/describe-attachment.ts'
import { formatTokensShort } from '../view-model/format-tokens.ts'
import type { Draft } from '../workbench/draft.ts'
import { useActions } from '../workbench/actions.ts'
import { ForgottenChip } from './forgotten-chip.tsx'
import { KeptMenu } from './kept-menu.tsx'
import './context-row.css'

interface ContextRowProps {
  readonly draft: Draft
  readonly files: readonly FileView[]
  /** What the draft's attachments would become. */
  readonly forecast: readonly AttachmentView[]
  readonly chat: ChatView | undefined
  readonly onRemove: (path: string) => void
}

/** What the next message brings along: chips for this turn, and what the chat keeps. */
export function ContextRow({ draft, files, forecast, chat, onRemove }: ContextRowProps) {
  const { openPreview } = useActions()
  const kept = chat?.kept ?? []
  const forgotten = chat?.forgotten ?? []
  if (draft.attach.length + kept.length + forgotten.length === 0) return null
  return (
    <div className="context-row" role="group" aria-label="Context of the next message">
      {draft.attach.length + forgotten.length === 0 ? null : (
        <div className="chips">
          {draft.attach.map((path) => {
            const file = files.find((candidate) => candidate.path === path)
            const attachment = forecast.find((candidate) => candidate.key === path)
            return (
              <Chip
                key={path}
                path={path}
                kind={file?.kind ?? 'note'}
                look={attachment ? attachmentLook(attachment) : 'plain'}
                note={describeDraftChip(attachment, file)}
                onOpen={() => openPreview({ path })}
                onRemove={() => onRemove(path)}
              />
            )
          })}
          {forgotten.map(({ key }) => (
            <ForgottenChip key={key} path={key} />
          ))}
        </div>
      )}
      <KeptMenu kept={kept} />
    </div>
  )
}

/** Until the forecast is there, the size of the file is the best that is known. */
function describeDraftChip(
  attachment: AttachmentView | undefined,
  file: FileView | undefined,
): string | undefined {
  if (attachment) return describeAttachment(attachment)
  return file?.tokens === undefined ? undefined : formatTokensShort(file.tokens)
}
