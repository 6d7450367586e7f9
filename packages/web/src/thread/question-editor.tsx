import type { TurnView } from '@varve/server/types'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useChat } from '../api/chat-queries.ts'
import { DraftMarks } from '../composer/draft-marks.tsx'
import { GuardMarks } from '../composer/guard-marks.tsx'
import { Button } from '../parts/button.tsx'
import { useChosenModels } from '../workbench/use-chosen-models.ts'
import { useUnsavedText } from '../workbench/use-unsaved-text.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { useThread } from './turn-actions.ts'
import { useEditMarks } from './use-edit-marks.ts'

interface QuestionEditorProps {
  readonly turn: TurnView
  readonly onClose: () => void
}

/**
 * A message in other words, where it stands. What was attached goes along again. Esc keeps the words for later,
 * Cancel drops them.
 */
export function QuestionEditor({ turn, onClose }: QuestionEditorProps) {
  const { chatId } = useWorkbench()
  const { data: chat } = useChat(chatId)
  const { models } = useChosenModels(chat)
  const { edit, busy } = useThread()
  const { typed, latest, keep } = useUnsavedText(rewriteOf(turn))
  const text = typed?.text ?? turn.text
  const setText = (next: string) => keep(next === turn.text ? undefined : { text: next })
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
  }, [])
  const modelIds = models.map(({ id }) => id)
  const { forecast, marks, layer, onScroll } = useEditMarks({ turnId: turn.id, text, modelIds, paused: busy })
  const canSend = text.trim() !== '' && !busy
  const drop = () => {
    keep(undefined)
    onClose()
  }
  const send = async () => {
    if (!canSend) return
    const sent = await edit(turn, text, modelIds)
    if (!sent) return
    // What was typed while it was on its way is kept with the words that it would replace.
    if ((latest()?.text ?? turn.text) === text) drop()
    else onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.shiftKey) void send()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="question question-editor">
      {/* An unseen copy of the text gives the field its height. */}
      <div className="draft-field" data-text={text}>
        {marks.length === 0 ? null : <DraftMarks text={text} marks={marks} layer={layer} />}
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label="Edit this message"
          aria-describedby={`${hint} ${hint}-guard`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onScroll={(event) => onScroll(event.currentTarget)}
        />
      </div>
      <div id={`${hint}-guard`} className="question-editor-guard">
        <GuardMarks forecast={forecast} />
      </div>
      <div className="question-editor-foot">
        <p id={hint} className="grow">
          Asks {models.length > 1 ? `${models.length} models` : (models[0]?.name ?? '')} from here. What
          stands now stays as another branch
          {turn.attachments.length > 0 ? '; what was attached goes along again, as it is now' : ''}.
        </p>
        <Button look="bare" title="Drops what you typed; Esc keeps it" onClick={drop}>
          Cancel
        </Button>
        <Button look="main" disabled={!canSend} onClick={() => void send()}>
          Send
        </Button>
      </div>
    </div>
  )
}

/** Under which its other words are kept until they are sent or dropped. */
export function rewriteOf({ id }: TurnView): string {
  return `rewrite ${id}`
}
