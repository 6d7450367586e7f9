import type { SourceView } from '@varve/server/types'
import { useId, useState } from 'react'
import { useReasoning } from '../api/chat-queries.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { Icon } from '../parts/icon.tsx'
import { outlineReasoning } from '../view-model/thread/outline-reasoning.ts'
import './reasoning-fold.css'

const NO_SOURCES: readonly SourceView[] = []
const openNothing = () => {}

interface ReasoningFoldProps {
  readonly answerId: string
  /** The answer itself has not begun. */
  readonly thinking: boolean
}

/** What the model thought before it answered: one line, which opens. It is there for who saw it stream, and not stored. */
export function ReasoningFold({ answerId, thinking }: ReasoningFoldProps) {
  const reasoning = useReasoning(answerId)
  const [open, setOpen] = useState(false)
  const id = useId()
  if (reasoning === '') return null
  return (
    <div className="reasoning">
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon name="bulb" size={14} />
        <b className={thinking ? 'pulse' : undefined}>{thinking ? 'Thinking' : 'Thought'}</b>
        <span className="cut faint">
          {open ? '' : outlineReasoning(reasoning, thinking ? 'last' : 'first')}
        </span>
        <Icon name={open ? 'down' : 'right'} size={14} />
      </button>
      <div id={id} hidden={!open}>
        {open ? (
          <div
            className="markdown reasoning-text"
            role="region"
            aria-label="What the model thought"
            tabIndex={0}
          >
            <Markdown text={reasoning} sources={NO_SOURCES} onOpenSource={openNothing} />
          </div>
        ) : null}
      </div>
    </div>
  )
}
