import type { Attachable, ChatView } from '@varve/server/types'
import type { MouseEvent } from 'react'
import { Chip } from '../parts/chip.tsx'
import type { DraftChip } from '../view-model/composer/draft-chips.ts'
import { useActions } from '../workbench/actions.ts'
import { attachableId, type ContextMark, type Draft } from '../workbench/draft.ts'
import { ForgottenChip } from './forgotten-chip.tsx'
import { KeptMenu } from './kept-menu.tsx'
import { MarkMenu } from './mark-menu.tsx'
import { UploadChip } from './upload-chip.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'
import type { Uploads } from './use-uploads.ts'
import './context-row.css'

interface ContextRowProps {
  readonly chips: readonly DraftChip[]
  readonly uploads: Uploads
  readonly chat: ChatView | undefined
  /** Kept notes that have another text now, by key, and the way to bring it along. */
  readonly changed: readonly string[]
  readonly onRenew: (keys: readonly string[]) => void
  readonly onRemove: (item: Attachable) => void
  readonly onInsert: (item: Extract<Attachable, { kind: 'paste' }>) => void
  readonly marks: Draft['marks']
  readonly onMark: (item: Attachable, mark: ContextMark | undefined) => void
}

/** What the next message brings along: chips for this turn, and what the chat keeps. */
export function ContextRow(props: ContextRowProps) {
  const { chips, uploads, chat, changed, onRenew, onRemove, onInsert, marks = {}, onMark } = props
  const { dispatch, openPreview } = useActions()
  const moveFocus = useFocusAfterRemoval()
  const kept = chat?.kept ?? []
  const forgotten = chat?.forgotten ?? []
  const count = chips.length + uploads.pending.length + forgotten.length
  if (count + kept.length === 0) return null
  const remove = ({ item }: DraftChip) =>
    item === undefined ? dispatch({ kind: 'active-note', path: undefined }) : onRemove(item)
  const removal = (chip: DraftChip) => (event: MouseEvent) => {
    moveFocus(event)
    remove(chip)
  }
  return (
    <div className="context-row" role="group" aria-label="Context of the next message">
      {count === 0 ? null : (
        <div className="chips">
          {chips.map((chip) => {
            const { id, kind, label, title, note, look, path, item, isByItself } = chip
            const mark = item === undefined ? undefined : marks[attachableId(item)]
            return (
              <Chip
                key={id}
                kind={kind}
                label={label}
                title={title}
                look={look}
                note={note}
                mark={mark}
                marker={
                  item === undefined ? null : (
                    <MarkMenu title={title} mark={mark} onMark={(next) => onMark(item, next)} />
                  )
                }
                onOpen={path === undefined ? undefined : () => openPreview({ path })}
                action={
                  typeof item === 'object' && item.kind === 'paste'
                    ? { label: 'Insert as text', run: () => onInsert(item) }
                    : undefined
                }
                onRemove={isByItself ? undefined : removal(chip)}
              />
            )
          })}
          {uploads.pending.map((upload) => (
            <UploadChip key={upload.id} upload={upload} uploads={uploads} />
          ))}
          {forgotten.map(({ key, title }) => (
            <ForgottenChip key={key} path={key} title={title} />
          ))}
        </div>
      )}
      <KeptMenu kept={kept} changed={changed} onRenew={onRenew} lastTurn={chat?.turns.at(-1)} />
    </div>
  )
}
