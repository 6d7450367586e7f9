import type { FileView, KeptView } from '@varve/server/types'
import { Chip } from '../parts/chip.tsx'
import { formatTokensShort } from '../view-model/format-tokens.ts'
import type { Draft } from '../workbench/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { KeptMenu } from './kept-menu.tsx'
import './context-row.css'

interface ContextRowProps {
  readonly draft: Draft
  readonly files: readonly FileView[]
  readonly kept: readonly KeptView[]
  readonly onRemove: (path: string) => void
}

/** What the next message brings along: chips for this turn, and what the chat keeps. */
export function ContextRow({ draft, files, kept, onRemove }: ContextRowProps) {
  const { openPreview } = useWorkbench()
  if (draft.attach.length === 0 && kept.length === 0) return null
  return (
    <div className="context-row" role="group" aria-label="Context of the next message">
      {draft.attach.length === 0 ? null : (
        <div className="chips">
          {draft.attach.map((path) => {
            const file = files.find((candidate) => candidate.path === path)
            return (
              <Chip
                key={path}
                path={path}
                kind={file?.kind ?? 'note'}
                note={file?.tokens === undefined ? undefined : formatTokensShort(file.tokens)}
                onOpen={() => openPreview(path)}
                onRemove={() => onRemove(path)}
              />
            )
          })}
        </div>
      )}
      <KeptMenu kept={kept} />
    </div>
  )
}
