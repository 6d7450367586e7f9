import type { ChatView } from '@varve/server/types'
import { Icon } from '../parts/icon.tsx'
import { useCompact } from './use-compact.ts'
import './context-notices.css'

interface BudgetWishesProps {
  readonly chat: ChatView | undefined
  readonly allowExtracts: boolean
  readonly onExtracts: (allowed: boolean) => void
}

/** What the next message does to make room, because the user asked for it; each with the way back. */
export function BudgetWishes({ chat, allowExtracts, onExtracts }: BudgetWishesProps) {
  const { undo } = useCompact()
  return (
    <>
      {chat?.compact ? (
        <Wish words="The next message begins in short, wherever that saves room." onUndo={undo} />
      ) : null}
      {allowExtracts ? (
        <Wish
          words="Long pastes and passages of earlier turns may be cut to exact lines for this message."
          onUndo={() => onExtracts(false)}
        />
      ) : null}
    </>
  )
}

function Wish({ words, onUndo }: { readonly words: string; readonly onUndo: () => void }) {
  return (
    <p className="page-offer web-images" data-agreed>
      <Icon name="check" size={14} />
      <span className="web-images-words" role="status">
        {words}
      </span>
      <button type="button" aria-label={`Undo: ${words}`} onClick={onUndo}>
        Undo
      </button>
    </p>
  )
}
