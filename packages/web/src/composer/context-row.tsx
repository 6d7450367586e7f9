import type { ChatView, FileView } from '@varve/server/types'
import { Chip } from '../parts/chip.tsx'
import { formatTokensShort } from '../view-model/format-tokens.ts'
import type { Draft } from '../workbench/draft.ts'
import { useActions } from '../workbench/actions.ts'
import { ForgottenChip } from './forgotten-chip.tsx'
import { KeptMenu } from './kept-menu.tsx'
import './context-row.css'

interface ContextRowProps {
  readonly draft: Draft
  readonly files: readonly FileView[]
  readonly chat: ChatView | undefined
  readonly onRemove: (path: string) => void
}

/** What the next message brings along: chips for this turn, and what the chat keeps. */
export function ContextRow({ draft, files, chat, onRemove }: ContextRowProps) {
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
            return (
              <Chip
                key={path}
                path={path}
                kind={file?.kind ?? 'note'}
                note={file?.tokens === undefined ? undefined : formatTokensShort(file.tokens)}
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
